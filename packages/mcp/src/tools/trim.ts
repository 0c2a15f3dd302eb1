/** Members of resources that mean nothing to agents. */
export const OMITTED: ReadonlySet<string> = new Set(['_links', '_embedded', 'guid', 'class_list'])

/** A value for agents. */
export interface Trimmed {
  readonly value: unknown
  /** The lengths of the texts that were shortened, by their path. */
  readonly cut: Readonly<Record<string, number>>
  /** The length of its JSON, nearly. */
  readonly size: number
}

/** No text is shortened below this length. */
const SHORTEST = 100
/** The punctuation of a member. */
const PUNCTUATION = 4

/**
 * A value without links and empty members. Texts that have several forms are as an author writes them, or rendered; those that are
 * longer than `maxLength` are shortened, and begin at `offset`.
 */
export function trimmed(given: unknown, maxLength: number, offset = 0): Trimmed {
  const cut: Record<string, number> = {}
  const path: (string | number)[] = []
  let size = 0
  const text = (whole: string): string => {
    let shown = whole
    if (whole.length > maxLength) {
      cut[path.join('.')] = whole.length
      shown = wellFormed(whole.slice(offset, offset + maxLength))
    }
    size += shown.length + PUNCTUATION
    return shown
  }
  const visitAll = (list: readonly unknown[]): unknown =>
    list.map((item, index) => {
      path.push(index)
      const shown = visit(item)
      path.pop()
      return shown
    })
  const visit = (value: unknown): unknown => {
    if (typeof value === 'string') return text(value)
    if (typeof value !== 'object' || value === null) {
      size += PUNCTUATION
      return value
    }
    if (Array.isArray(value)) return visitAll(value)
    const members = value as Readonly<Record<string, unknown>>
    const form = members['raw'] ?? members['rendered']
    if (typeof form === 'string') return text(form)
    const shown: Record<string, unknown> = {}
    for (const name in members) {
      if (OMITTED.has(name) || isEmpty(members[name])) continue
      path.push(name)
      const member = visit(members[name])
      path.pop()
      if (isEmpty(member)) continue
      shown[name] = member
      size += name.length + PUNCTUATION
    }
    return shown
  }
  const value = visit(given)
  return { value, cut, size }
}

/** Trims a value, with shorter and shorter texts until it is within a length. */
export function within(given: unknown, maxCharacters: number, offset = 0): Trimmed {
  let maxLength = maxCharacters
  let result = trimmed(given, maxLength, offset)
  while (result.size > maxCharacters && maxLength > SHORTEST) {
    maxLength = Math.max(SHORTEST, Math.trunc(maxLength / 2))
    result = trimmed(given, maxLength, offset)
  }
  return result
}

/** A part of a text without halves of characters. */
const wellFormed = (part: string): string => part.replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '')

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true
  if (typeof value !== 'object') return false
  if (Array.isArray(value)) return value.length === 0
  for (const _ in value) return false
  return true
}
