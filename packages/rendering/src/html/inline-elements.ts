const INLINE_ELEMENTS = 'a|abbr|b|cite|code|del|em|i|img|ins|kbd|mark|q|s|small|span|strong|sub|sup|u'

/**
 * Matches the simple tag of an element within a line that is at `lastIndex`: its attributes are quoted and contain no
 * line ends. Such tags separate neither paragraphs nor words.
 */
export const inlineTag = new RegExp(
  `<(?:/(?:${INLINE_ELEMENTS})|(?:${INLINE_ELEMENTS})(?: [\\w-]+="[^"<>\\n]*")*(?: ?/)?)>`,
  'y',
)
