"""Dice on screen: glyphs, boxes, rows, and typing them."""
