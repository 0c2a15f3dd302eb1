/**
 * Limits of a query: the text after `?`, or the body of a request that `_method` or `X-HTTP-Method-Override` turns into
 * a GET. Lengths are in UTF-16 code units. Schemas do not show these limits.
 */
export interface QueryLimits {
  /** The length of a parameter, or of each item of a list; 10,000 by default. */
  readonly maxTextLength: number
  /** The number of items in a parameter, including those of nested lists and maps; 10,000 by default. */
  readonly maxItems: number
  /** The depth of nested brackets; 32 by default. Only 64 levels are read. */
  readonly maxDepth: number
  /** The total length of all names and values; 200,000 by default. */
  readonly maxQueryLength: number
  /** The length of a decoded path below the interface's root; 2,000 by default. A longer path is a 404. */
  readonly maxPathLength: number
  /**
   * The time in milliseconds in which `_embed` requests resources for one response, without the time of other requests;
   * 2,000 by default. The resources that are left then are omitted: their links remain.
   */
  readonly maxEmbedTime: number
}

/** The default limits of a registry. */
export const DEFAULT_QUERY_LIMITS: QueryLimits = Object.freeze({
  maxTextLength: 10_000,
  maxItems: 10_000,
  maxDepth: 32,
  maxQueryLength: 200_000,
  maxPathLength: 2000,
  maxEmbedTime: 2000,
})

/** Whether a query is within all limits just by its length; false if it needs to be measured. */
export function isWithinLimits(text: string, limits: QueryLimits): boolean {
  const { length } = text
  if (length > limits.maxTextLength || length > limits.maxItems || length > limits.maxQueryLength) return false
  return length <= limits.maxDepth * 2 || !(text.includes('[') || text.includes('%5'))
}

/** The size of a parameter. */
export interface QuerySize {
  /** The total length of member names and values. */
  length: number
  items: number
  depth: number
  /** The length of the longest text or list item. */
  longest: number
}

/** Measures the value of a parameter. With `isList`, commas and white space separate the items of a text. */
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
