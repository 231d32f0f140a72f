"""Dice on screen: glyphs, boxes, rows, and the typing of faces."""
