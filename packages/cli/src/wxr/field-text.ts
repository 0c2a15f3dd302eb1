/** What the source of a field contains besides text. */
export interface FieldParts {
  /** Where the contents of its CDATA sections begin and end, in turn. */
  readonly sections: readonly number[]
  /** Whether it contains elements, or comments and other parts that are not text. */
  readonly hasElements: boolean
  readonly hasComments: boolean
}

const SECTION = '<![CDATA['
const SECTION_END = ']]>'
/** How parts without text begin, and end. */
const PARTS = [
  ['<!--', '-->'],
  ['<?', '?>'],
  ['<!', '>'],
] as const

/** A text without comments, processing instructions and declarations. */
function withoutParts(text: string): string {
  const kept: string[] = []
  let at = 0
  for (let begin = text.indexOf('<'); begin >= 0; begin = text.indexOf('<', at)) {
    const [opening, closing] = PARTS.find(([opening]) => text.startsWith(opening, begin)) ?? ['<']
    const end = closing === undefined ? begin : text.indexOf(closing, begin + opening.length)
    if (end < 0) break
    kept.push(text.slice(at, closing === undefined ? begin + 1 : begin))
    at = end + (closing?.length ?? 1)
  }
  return kept.join('') + text.slice(at)
}

/**
 * The text of a field. Elements that it contains are part of its text, as written: some programs write HTML without a
 * CDATA section. Without elements, `decode` is called for what is not in a section.
 */
export function fieldText(
  source: string,
  { sections, hasElements, hasComments }: FieldParts,
  decode: (text: string) => string,
): string {
  const isMarkup = hasElements || (hasComments && sections.length === 0)
  if (sections.length === 0) return isMarkup ? source : decode(source)
  const outside = isMarkup ? (text: string) => text : (text: string) => decode(withoutParts(text))
  const parts: string[] = []
  let at = 0
  let isOnlySections = true
  for (let i = 0; i < sections.length; i += 2) {
    const begin = sections[i] ?? 0
    const end = sections[i + 1] ?? 0
    const before = outside(source.slice(at, begin - SECTION.length))
    if (before.trim() !== '') isOnlySections = false
    parts.push(before, source.slice(begin, end))
    at = end + SECTION_END.length
  }
  const last = outside(source.slice(at))
  if (last.trim() !== '') isOnlySections = false
  // White space around sections is layout.
  return isOnlySections ? parts.filter((_, index) => index % 2 === 1).join('') : [...parts, last].join('')
}
