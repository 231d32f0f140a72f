"""What the Sci-fi Attack tab holds, without widgets."""
