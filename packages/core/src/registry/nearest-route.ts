import { wordDistance } from '../schema/nearest-word.js'

/** Longer paths are not misspelt ones, and not worth the time. */
const MAX_SEGMENTS = 10
const MAX_LENGTH = 200

/** A namespace with another beginning, such as that of another server of the same interface, counts as this many edits. */
const OTHER_BEGINNING = 8
/** The value of a parameter that its pattern does not accept. */
const INVALID_VALUE = 1

/** The routes whose paths begin in the same way. */
interface Node {
  /** Nodes by the next segment, in lower case. */
  readonly literals: Map<string, Node>
  /** Nodes by the next segment, which has parameters. */
  readonly patterns: Map<string, Node>
  /** The path of the route that ends here, with `{name}` for parameters. */
  shown?: string
}

const newNode = (): Node => ({ literals: new Map(), patterns: new Map() })

/**
 * Creates the function that finds the registered path that a client probably meant: one with misspelt segments or with
 * another beginning of the namespace, or else the longest one that the client's path begins with. Segments are compared
 * only with those that can follow the ones before, so its cost depends on the routes, not on the path.
 */
export function createNearestRoute(patterns: Iterable<string>): (path: string) => string | undefined {
  const root = newNode()
  for (const pattern of patterns) addTo(root, pattern)
  return path => {
    if (path.length > MAX_LENGTH) return undefined
    const segments = path.toLowerCase().replace(/^\//, '').split('/')
    return segments.length > MAX_SEGMENTS ? undefined : (misspelt(root, segments) ?? beginning(root, segments))
  }
}

function addTo(root: Node, pattern: string): void {
  let node = root
  const segments = segmentsOf(pattern)
  for (const segment of segments) {
    const children = segment.includes('(') ? node.patterns : node.literals
    const key = segment.toLowerCase()
    const next = children.get(key) ?? newNode()
    children.set(key, next)
    node = next
  }
  node.shown ??= `/${segments.map(shownSegment).join('/')}`
}

/** Splits a pattern at the slashes outside of groups. */
function segmentsOf(pattern: string): readonly string[] {
  const segments: string[] = []
  let depth = 0
  let start = 1
  for (let at = 1; at <= pattern.length; at++) {
    const char = pattern[at]
    if (char === '\\') at++
    else if (char === '(') depth++
    else if (char === ')') depth--
    else if (at >= pattern.length || (char === '/' && depth === 0)) {
      segments.push(pattern.slice(start, at))
      start = at + 1
    }
  }
  return segments
}

/** A segment with `{name}` for each group with a name. */
function shownSegment(segment: string): string {
  let shown = ''
  let depth = 0
  for (let at = 0; at < segment.length; at++) {
    const char = segment[at]
    if (char === '(' && depth++ === 0) shown += `{${/^\(\?P<(\w+)>/.exec(segment.slice(at))?.[1] ?? '…'}}`
    else if (depth === 0) shown += char
    if (char === '\\') at++
    else if (char === ')') depth--
  }
  return shown
}

/** The path whose segments have the fewest edits. */
function misspelt(root: Node, segments: readonly string[]): string | undefined {
  let edits = new Map<Node, number>([[root, 0]])
  for (const [at, segment] of segments.entries()) {
    const next = new Map<Node, number>()
    const reach = (node: Node, count: number) => next.set(node, Math.min(count, next.get(node) ?? count))
    for (const [node, before] of edits) {
      for (const [literal, child] of node.literals) {
        const distance =
          wordDistance(segment, literal) ?? (at === 0 && segments.length > 1 ? OTHER_BEGINNING : undefined)
        if (distance !== undefined) reach(child, before + distance)
      }
      for (const child of node.patterns.values()) reach(child, before + INVALID_VALUE)
    }
    edits = next
  }
  let fewest = OTHER_BEGINNING + segments.length
  let nearest: string | undefined
  for (const [{ shown }, count] of edits) {
    if (shown === undefined || count >= fewest) continue
    fewest = count
    nearest = shown
  }
  return nearest
}

/** The longest path that a path begins with, other than the root. */
function beginning(root: Node, segments: readonly string[]): string | undefined {
  let node: Node | undefined = root
  let longest: string | undefined
  for (const segment of segments) {
    node = node.literals.get(segment) ?? node.patterns.values().next().value
    if (node === undefined) break
    longest = node.shown ?? longest
  }
  return longest
}
