"""What the queue of steps holds, without widgets."""
