"""Words in writings that Inter lacks, with the fonts of the system: found, shaped, put in order and embedded.

Nothing here is imported until a word needs it.
"""
