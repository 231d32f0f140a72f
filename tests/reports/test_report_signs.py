"""Signs on a page: a document holds those of a font in tables of 256."""

from io import BytesIO

from pypdfium2 import PdfDocument
from reportlab.pdfgen.canvas import Canvas

from brikdesk.reports.fonts import REGULAR, characters
from brikdesk.reports.text import put_string


def test_words_of_more_signs_than_a_table_holds_are_on_the_page() -> None:
    letters = [chr(code) for code in sorted(characters()) if chr(code).isalpha()][:600]
    words = ["".join(letters[at : at + 20]) for at in range(0, 600, 20)]
    page = BytesIO()
    canvas = Canvas(page)
    for place, word in enumerate([*words, f"a(b)\\{letters[-1]}z"]):
        put_string(canvas, 20, 800 - 20 * place, word, REGULAR, 9)
    canvas.save()
    told = PdfDocument(page.getvalue())[0].get_textpage().get_text_bounded()
    assert [word for word in words if word not in told] == []
    assert f"a(b)\\{letters[-1]}z" in told
