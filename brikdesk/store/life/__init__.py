"""The life of an open campaign file: opened in safe steps, watched, closed."""
