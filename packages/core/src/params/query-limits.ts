/**
 * What a query may hold: the text after `?`, and the body of a request that `_method` or `X-HTTP-Method-Override` turns
 * into a GET. Lengths are in UTF-16 code units. They are not part of any schema.
 */
export interface QueryLimits {
  /** The length of a parameter that is not a list, and of each item of one: 10,000 unless given. */
  readonly maxTextLength: number
  /** The number of items in a parameter, those of nested lists and maps included: 10,000 unless given. */
  readonly maxItems: number
  /** How deep brackets nest: 32 levels unless given; `parseQuery` reads no more than 64. */
  readonly maxDepth: number
  /** The length of all names and values together: 200,000 unless given. */
  readonly maxQueryLength: number
  /** The length of a path below the interface's root, decoded: 2,000 unless given. A longer one leads nowhere. */
  readonly maxPathLength: number
}

/** The limits of a registry that is given none. */
export const DEFAULT_QUERY_LIMITS: QueryLimits = Object.freeze({
  maxTextLength: 10_000,
  maxItems: 10_000,
  maxDepth: 32,
  maxQueryLength: 200_000,
  maxPathLength: 2000,
})

/** Whether a query text is so short and plain that it is within all limits, whatever it holds. */
export function isWithinLimits(text: string, limits: QueryLimits): boolean {
  const { length } = text
  if (length > limits.maxTextLength || length > limits.maxItems || length > limits.maxQueryLength) return false
  return length <= limits.maxDepth * 2 || !(text.includes('[') || text.includes('%5'))
}

/** How much a parameter holds. */
export interface QuerySize {
  /** The length of all of it: names of members, and values. */
  length: number
  items: number
  depth: number
  /** The length of the longest text; in a list, of its longest item. */
  longest: number
}

/** Measures the value of a parameter; a text is one item, or, as a list, as many as commas and spaces divide. */
export function sizeOf(value: unknown, isList: boolean): QuerySize {
  const size: QuerySize = { length: 0, items: 0, depth: 0, longest: 0 }
  measure(value, isList, 0, size)
  return size
}

function measure(value: unknown, isList: boolean, depth: number, size: QuerySize): void {
  if (depth > size.depth) size.depth = depth
  if (value !== null && typeof value === 'object') {
    for (const [name, inner] of Object.entries(value)) {
      size.length += name.length
      measure(inner, isList, depth + 1, size)
    }
    return
  }
  const text = typeof value === 'string' ? value : String(value ?? '')
  size.length += text.length
  if (isList) measureItems(text, size)
  else {
    size.items++
    size.longest = Math.max(size.longest, text.length)
  }
}

function measureItems(text: string, size: QuerySize): void {
  let start = 0
  for (let at = 0; at <= text.length; at++) {
    const code = at === text.length ? COMMA : text.charCodeAt(at)
    if (code !== COMMA && code !== SPACE && (code < TAB || code > CARRIAGE_RETURN)) continue
    if (at > start) {
      size.items++
      size.longest = Math.max(size.longest, at - start)
    }
    start = at + 1
  }
}

const COMMA = 0x2c
const SPACE = 0x20
const TAB = 0x09
const CARRIAGE_RETURN = 0x0d
