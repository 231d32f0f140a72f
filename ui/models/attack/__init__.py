"""What the Attack tab holds, without widgets."""
