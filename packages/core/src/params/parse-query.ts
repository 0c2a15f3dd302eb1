/** How much a query or form may hold: more than any client sends, little enough to stay cheap. */
const MAX_PAIRS = 1000
const MAX_DEPTH = 64

type Node = Map<string, Node | string>

/**
 * Reads a query text or urlencoded form: `a=1`, `a[]=1`, `a[b][c]=1`. Later values replace earlier ones. A map whose
 * keys are 0, 1, 2 … is a list. What cannot be decoded stays as it was written; nothing throws.
 */
export function parseQuery(text: string): Record<string, unknown> {
  if (text === '') return Object.create(null)
  const root: Node = new Map()
  let pairs = 0
  for (const part of text.split('&', MAX_PAIRS + 1)) {
    if (part === '' || ++pairs > MAX_PAIRS) continue
    const at = part.indexOf('=')
    assign(root, decode(at < 0 ? part : part.slice(0, at)), at < 0 ? '' : decode(part.slice(at + 1)))
  }
  return toObject(root)
}

/** Reads named values the way {@link parseQuery} does: the text fields of a multipart form. */
export function parsePairs(all: readonly (readonly [name: string, value: string])[]): Record<string, unknown> {
  const root: Node = new Map()
  for (const [name, value] of all.slice(0, MAX_PAIRS)) assign(root, name, value)
  return toObject(root)
}

function decode(text: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text
  if (!spaced.includes('%')) return spaced
  try {
    return decodeURIComponent(spaced)
  } catch {
    return spaced
  }
}

function assign(root: Node, name: string, value: string): void {
  const open = name.indexOf('[')
  if (open <= 0) {
    if (name !== '') root.set(name, value)
    return
  }
  const keys = [name.slice(0, open)]
  let at = open
  while (at < name.length && name[at] === '[' && keys.length < MAX_DEPTH) {
    const close = name.indexOf(']', at)
    if (close < 0) break
    keys.push(name.slice(at + 1, close))
    at = close + 1
  }
  if (keys.length === 1) {
    root.set(name, value)
    return
  }
  let node = root
  for (let i = 0; i < keys.length - 1; i++) {
    const key = keys[i] === '' ? nextIndex(node) : (keys[i] as string)
    const inner = node.get(key)
    if (inner instanceof Map) node = inner
    else {
      const fresh: Node = new Map()
      node.set(key, fresh)
      node = fresh
    }
  }
  const last = keys[keys.length - 1] as string
  node.set(last === '' ? nextIndex(node) : last, value)
}

const nextIndex = (node: Node): string => {
  let next = node.size
  while (node.has(String(next))) next++
  return String(next)
}

function toValue(node: Node | string): unknown {
  if (typeof node === 'string') return node
  let index = 0
  for (const key of node.keys()) if (key !== String(index++)) return toObject(node)
  return [...node.values()].map(toValue)
}

function toObject(node: Node): Record<string, unknown> {
  const out: Record<string, unknown> = Object.create(null)
  for (const [key, value] of node) out[key] = toValue(value)
  return out
}
