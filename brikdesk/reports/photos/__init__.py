"""Photos in a report: read with it, and drawn on its pages."""
