import { newDictionary } from './dictionary.js'

// More than any client sends, but few enough to stay cheap.
const MAX_PAIRS = 1000
const MAX_DEPTH = 64

/** The value of a name with brackets; `next` is the key of the next `[]`. */
interface Node {
  readonly members: Map<string, Node | string>
  next: number
}

/**
 * Parses a query or an urlencoded form: `a=1`, `a[]=1`, `a[b][c]=1`. Later values replace earlier ones. A map with the
 * keys 0, 1, 2 … is a list. Spaces before names are dropped. Text that cannot be decoded does not change; the function
 * never throws. Only the first 1,000 parameters and 64 levels of brackets are read.
 */
export function parseQuery(text: string): Record<string, unknown> {
  if (text === '') return newDictionary()
  if (!text.includes('[') && !text.includes('%5')) return parseFlat(text)
  const root = newNode()
  let pairs = 0
  for (const part of text.split('&', MAX_PAIRS + 1)) {
    if (part === '' || ++pairs > MAX_PAIRS) continue
    const at = part.indexOf('=')
    assign(root, decode(at < 0 ? part : part.slice(0, at)), at < 0 ? '' : decode(part.slice(at + 1)))
  }
  return toObject(root)
}

/** A fast path for queries without brackets, which are the most common. */
function parseFlat(text: string): Record<string, unknown> {
  const out = newDictionary()
  let from = 0
  let at = text.indexOf('=')
  for (let pairs = 0; pairs < MAX_PAIRS && from < text.length; ) {
    const next = text.indexOf('&', from)
    const end = next < 0 ? text.length : next
    if (end > from) {
      pairs++
      if (at >= 0 && at < from) at = text.indexOf('=', from)
      const name = withoutIndent(decode(at < 0 || at > end ? text.slice(from, end) : text.slice(from, at)))
      if (name !== '') out[name] = at < 0 || at > end ? '' : decode(text.slice(at + 1, end))
    }
    from = end + 1
  }
  return out
}

/** Like {@link parseQuery}, for decoded names and values, such as the text fields of a multipart form. */
export function parsePairs(all: readonly (readonly [name: string, value: string])[]): Record<string, unknown> {
  const root = newNode()
  for (const [name, value] of all.slice(0, MAX_PAIRS)) assign(root, name, value)
  return toObject(root)
}

const newNode = (): Node => ({ members: new Map(), next: 0 })

function decode(text: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text
  if (!spaced.includes('%')) return spaced
  try {
    return decodeURIComponent(spaced)
  } catch {
    return spaced.replace(/(?:%[\da-f]{2})+/gi, decodeBytes)
  }
}

/** Bytes that are not UTF-8 become the replacement character. */
function decodeBytes(escaped: string): string {
  const bytes = escaped
    .slice(1)
    .split('%')
    .map(digits => Number.parseInt(digits, 16))
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(Uint8Array.from(bytes))
}

/** Long forms are often wrapped, which indents the names. */
const withoutIndent = (name: string): string => (name.startsWith(' ') ? name.replace(/^ +/, '') : name)

function assign(root: Node, given: string, value: string): void {
  const name = withoutIndent(given)
  const open = name.indexOf('[')
  if (open <= 0) {
    if (name !== '') put(root, name, value)
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
    put(root, name, value)
    return
  }
  let node = root
  for (const bracketed of keys.slice(0, -1)) {
    const key = bracketed === '' ? String(node.next) : bracketed
    const inner = node.members.get(key)
    node = inner === undefined || typeof inner === 'string' ? put(node, key, newNode()) : inner
  }
  const last = keys[keys.length - 1] as string
  put(node, last === '' ? String(node.next) : last, value)
}

function put<V extends Node | string>(node: Node, key: string, value: V): V {
  node.members.set(key, value)
  if (/^\d{1,15}$/.test(key)) node.next = Math.max(node.next, Number(key) + 1)
  return value
}

function toValue(node: Node | string): unknown {
  if (typeof node === 'string') return node
  let index = 0
  for (const key of node.members.keys()) if (key !== String(index++)) return toObject(node)
  return [...node.members.values()].map(toValue)
}

function toObject(node: Node): Record<string, unknown> {
  const out = newDictionary()
  for (const [key, value] of node.members) out[key] = toValue(value)
  return out
}
