"""Unit cards and tokens to print, cut out and lay on the table."""
