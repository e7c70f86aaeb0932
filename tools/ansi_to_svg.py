#!/usr/bin/env python3
"""Draws captured terminal text as a picture.

Usage: ansi_to_svg.py COLUMNS ROWS TITLE [light] <ANSI_TEXT >SVG

Reads lines with SGR sequences (what `tmux capture-pane -e -p` prints) and writes an SVG of that many
cells, as a dark terminal shows it or a light one. Columns line up in any font: each piece of text starts at
its cell and is stretched to its cells.
"""

import re
import sys
import unicodedata
from dataclasses import dataclass, replace
from xml.sax.saxutils import escape, quoteattr

CELL_WIDTH, CELL_HEIGHT, BASELINE, MARGIN = 8.4, 16, 12.5, 12
FONT = "'DejaVu Sans Mono', Menlo, Consolas, 'Liberation Mono', monospace"
FONT_SIZE = 14
DARK, LIGHT = ("#d5d8de", "#16181d"), ("#24292f", "#ffffff")
FOREGROUND, BACKGROUND = DARK
PALETTE = ["#3b4048", "#e06c75", "#98c379", "#d9b36c", "#61afef", "#c678dd", "#56b6c2", "#c3c8d1",
           "#6b7280", "#ff8b94", "#b5e08f", "#f2cc85", "#86c8ff", "#e09bf2", "#7fd6e0", "#ffffff"]


@dataclass(frozen=True)
class Style:
    fg: str | None = None
    bg: str | None = None
    bold: bool = False
    dim: bool = False
    italic: bool = False
    underline: bool = False
    reverse: bool = False

    def paper(self):
        """The colour behind the text; None for the background of the picture."""
        return (self.fg or FOREGROUND) if self.reverse else self.bg

    def ink(self):
        ink = (self.bg or BACKGROUND) if self.reverse else (self.fg or FOREGROUND)
        return blend(ink, self.paper() or BACKGROUND) if self.dim else ink


def blend(one, other):
    """The colour in the middle of two."""
    parts = [(int(one[i:i + 2], 16) + int(other[i:i + 2], 16)) // 2 for i in (1, 3, 5)]
    return "#%02x%02x%02x" % tuple(parts)


def palette_colour(index):
    """A colour of xterm's 256: 16 by name, a cube of 6 x 6 x 6, 24 greys."""
    if index < 16:
        return PALETTE[index]
    if index >= 232:
        return "#" + "%02x" % (8 + 10 * (index - 232)) * 3
    steps = [(index - 16) // 36, (index - 16) // 6 % 6, (index - 16) % 6]
    return "#%02x%02x%02x" % tuple(55 + 40 * step if step else 0 for step in steps)


FLAGS = {1: {"bold": True}, 2: {"dim": True}, 3: {"italic": True}, 4: {"underline": True},
         7: {"reverse": True}, 22: {"bold": False, "dim": False}, 23: {"italic": False},
         24: {"underline": False}, 27: {"reverse": False}, 39: {"fg": None}, 49: {"bg": None}}


def extended_colour(codes):
    """Takes `5;N` or `2;R;G;B` off the codes."""
    kind = codes.pop(0) if codes else 0
    if kind == 5 and codes:
        return palette_colour(codes.pop(0) & 255)
    if kind == 2 and len(codes) >= 3:
        return "#%02x%02x%02x" % tuple(codes.pop(0) & 255 for _ in range(3))
    return None


def styled(style, parameters):
    """The style after an SGR sequence."""
    # `38:2::R:G:B` has an empty colour space that `38;2;R;G;B` has not.
    parameters = parameters.replace(":2::", ";2;").replace(":", ";")
    codes = [int(code or 0) for code in parameters.split(";")]
    while codes:
        code = codes.pop(0)
        tens, colour = divmod(code, 10)
        if code == 0:
            style = Style()
        elif code in FLAGS:
            style = replace(style, **FLAGS[code])
        elif code in (38, 48):
            style = replace(style, **{"fg" if code == 38 else "bg": extended_colour(codes)})
        elif tens in (3, 9) and colour < 8:
            style = replace(style, fg=PALETTE[colour + (8 if tens == 9 else 0)])
        elif tens in (4, 10) and colour < 8:
            style = replace(style, bg=PALETTE[colour + (8 if tens == 10 else 0)])
    return style


TOKEN = re.compile(r"\x1b\[([0-9;:]*)m"            # a style
                   r"|\x1b\[[0-?]*[ -/]*[@-~]"     # other sequences have no place in a picture
                   r"|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b.|[\x00-\x09\x0b-\x1f]"
                   r"|(.)", re.DOTALL)


def cells_of(text):
    """Rows of [column, width in cells, character, style]. A style holds on over the end of a line."""
    rows, style, column = [[]], Style(), 0
    for token in TOKEN.finditer(text):
        parameters, character = token.groups()
        if parameters is not None:
            style = styled(style, parameters)
        elif character == "\n":
            rows.append([])
            column = 0
        elif character and unicodedata.combining(character) and rows[-1]:
            rows[-1][-1][2] += character
        elif character:
            width = 2 if unicodedata.east_asian_width(character) in "WF" else 1
            rows[-1].append([column, width, character, style])
            column += width
    return rows


def in_latin(character):
    """Is it in every monospaced font, with the same width as all others?"""
    return character[0] < "\u0250"


def runs_of(row, belongs):
    """Neighbouring cells joined: [first column, columns, text, style]."""
    runs = []
    for column, width, character, style in row:
        last = runs[-1] if runs else None
        if last and last[0] + last[1] == column and belongs(last, character, style):
            last[1] += width
            last[2] += character
        else:
            runs.append([column, width, character, style])
    return runs


def same_text(run, character, style):
    """One text where all characters are equally wide, whatever the font."""
    same_width = in_latin(run[2]) and in_latin(character) or run[2][0] == character
    return run[3] == style and same_width


def same_paper(run, _, style):
    return run[3].paper() == style.paper()


def number(value):
    return "%g" % round(value, 2)


def papers_of(rows):
    """One path for each colour: its rectangles, from wherever the one before ended."""
    paths = {}
    for row, cells in rows:
        for column, width, _, style in runs_of(cells, same_paper):
            if style.paper():
                paths.setdefault(style.paper(), []).append("M%s %sh%sv%dh-%sz" % (
                    number(MARGIN + column * CELL_WIDTH), MARGIN + row * CELL_HEIGHT,
                    number(width * CELL_WIDTH), CELL_HEIGHT, number(width * CELL_WIDTH)))
    for paper, parts in paths.items():
        yield '<path fill="%s" d="%s"/>' % (paper, "".join(parts))


def marks_of(style):
    marks = ' font-weight="bold"' if style.bold else ""
    marks += ' font-style="italic"' if style.italic else ""
    marks += ' text-decoration="underline"' if style.underline else ""
    return marks + ("" if style.ink() == FOREGROUND else ' fill="%s"' % style.ink())


def trimmed(column, width, text, style):
    """Without the blanks at both ends, unless they are seen."""
    if style.underline:
        return column, width, text
    blanks = len(text) - len(text.lstrip(" "))
    column, width, text = column + blanks, width - blanks, text.lstrip(" ")
    return column, width - (len(text) - len(text.rstrip(" "))), text.rstrip(" ")


def texts_of(row, top):
    y, single = number(top + BASELINE), {}
    for column, width, text, style in runs_of(row, same_text):
        column, width, text = trimmed(column, width, text, style)
        x = number(MARGIN + column * CELL_WIDTH)
        if len(text) == 1:
            # Stones and the like: one element for all of a row that look the same.
            single.setdefault(marks_of(style), []).append((x, text))
        elif text:
            # Stretched glyphs keep lines of boxes together where a font is narrower.
            yield '<text x="%s" y="%s" textLength="%s" lengthAdjust="spacingAndGlyphs"%s>%s</text>' % (
                x, y, number(width * CELL_WIDTH), marks_of(style), escape(text))
    for marks, places in single.items():
        yield '<text x="%s" y="%s"%s>%s</text>' % (
            " ".join(x for x, _ in places), y, marks, escape("".join(text for _, text in places)))


def picture(text, columns, rows, title):
    width, height = columns * CELL_WIDTH + 2 * MARGIN, rows * CELL_HEIGHT + 2 * MARGIN
    lines = [
        '<svg xmlns="http://www.w3.org/2000/svg" xml:space="preserve" role="img" width="%s" height="%s" '
        'viewBox="0 0 %s %s" font-family=%s font-size="%s" fill="%s">' % (
            number(width), number(height), number(width), number(height), quoteattr(FONT), FONT_SIZE,
            FOREGROUND),
        "<title>%s</title>" % escape(title),
        "<style>text { white-space: pre }</style>",
        '<rect width="100%%" height="100%%" rx="8" fill="%s"/>' % BACKGROUND]
    drawn = list(enumerate(cells_of(text)[:rows]))
    lines.append('<g shape-rendering="crispEdges">')
    lines.extend(papers_of(drawn))
    lines.append("</g>")
    for row, cells in drawn:
        lines.extend(texts_of(cells, MARGIN + row * CELL_HEIGHT))
    lines.append("</svg>")
    return "\n".join(lines) + "\n"


def main():
    global FOREGROUND, BACKGROUND
    light = sys.argv[4:] == ["light"]
    if len(sys.argv) != (5 if light else 4) or not all(word.isdecimal() for word in sys.argv[1:3]):
        sys.exit("usage: ansi_to_svg.py COLUMNS ROWS TITLE [light] <ANSI_TEXT >SVG")
    if light:
        FOREGROUND, BACKGROUND = LIGHT
    text = sys.stdin.buffer.read().decode("utf-8", "replace")
    svg = picture(text, int(sys.argv[1]), int(sys.argv[2]), sys.argv[3])
    sys.stdout.buffer.write(svg.encode("utf-8"))


if __name__ == "__main__":
    main()
