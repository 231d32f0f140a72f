"""The geometry of the battlefield: values and questions, no rules.

Inches, x to the right, y downward; degrees clockwise from up, so that facing 0 looks towards smaller
y; heights in inches above the table. Whatever is measured here is a proposal to the referee.
"""
