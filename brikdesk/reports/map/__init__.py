"""The map on paper: read into frozen values, turned into marks, and drawn as PDF, SVG or PNG."""
