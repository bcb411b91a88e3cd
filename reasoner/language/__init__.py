"""What scenario files may say, and how they are read."""
