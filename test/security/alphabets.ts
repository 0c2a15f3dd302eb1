/** What hostile texts are made of: what scanners, parsers and trimmers look for, repeated and never finished. */
export const ALPHABETS: readonly string[] = [
  ...[' ', '\n', "'", '"', '<', '&', '_', '-', '%', '*', ',', '0', '/', '.'],
  ...[
    '[',
    ']',
    '<a ',
    '<!--more',
    '<!-- wp:a {',
    '&#',
    '&amp',
    '%e',
    'a@',
    'a-1-',
    '\u0301',
    '🎈',
    '日',
    '"a',
    "a's ",
    '\\',
  ],
]

/** The same between other characters: what trims ends, or looks for an end, tries again at each piece. */
export const enclosed = (piece: string, length: number): string => `x${repeated(piece, length)}x`

/** A text of a length, of one piece again and again. */
export const repeated = (piece: string, length: number): string => piece.repeat(Math.ceil(length / piece.length))
