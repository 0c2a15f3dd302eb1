/** A piece of content: its own HTML, attributes, and the blocks within it. */
export interface Block {
  /** `namespace/name`; null for text outside of blocks. */
  readonly name: string | null
  readonly attributes: Readonly<Record<string, unknown>>
  readonly innerBlocks: readonly Block[]
  /** The block's own HTML, without that of the blocks within it. */
  readonly innerHTML: string
  /** The own HTML in its pieces, with null where each of `innerBlocks` stands. */
  readonly innerContent: readonly (string | null)[]
}

/** Opens, closes or is a whole block: a comment that holds the name and the attributes. */
interface Delimiter {
  readonly kind: 'open' | 'close' | 'void'
  readonly start: number
  readonly end: number
  readonly name: string
  readonly attributes: Readonly<Record<string, unknown>>
}

interface OpenBlock {
  readonly name: string
  readonly attributes: Readonly<Record<string, unknown>>
  readonly innerBlocks: Block[]
  readonly innerContent: (string | null)[]
}

const MAX_ATTRIBUTE_DEPTH = 512
const NO_ATTRIBUTES: Readonly<Record<string, unknown>> = Object.freeze({})
const OPENING = '<!-- wp:'
const CLOSING = '<!-- /wp:'
const PLAIN_END = ' -->'
const head = /<!--\s+(\/)?wp:([a-z][a-z0-9_-]*\/)?([a-z][a-z0-9_-]*)\s+/y
const tail = /\s*(\/)?-->/y
const attributesEnd = /\}\s+\/?-->/g
const halfCharacter = /\\ud[89a-f]/i

const delimiterStart = /<!--\s+\/?wp:/

/** Whether a text holds blocks, as the field `block_version` says. */
export const hasBlocks = (text: string): boolean => text.includes('<!-- wp:')

/** Whether a text is to be read as blocks, even if these are not well-formed: no paragraphs are made of it then. */
export const isBlockText = (text: string): boolean => text.includes('wp:') && delimiterStart.test(text)

const isDeep = (json: string): boolean => {
  if (json.length < MAX_ATTRIBUTE_DEPTH) return false
  let depth = 0
  for (const character of json) {
    if (character === '{' || character === '[') depth++
    else if (character === '}' || character === ']') depth--
    if (depth > MAX_ATTRIBUTE_DEPTH) return true
  }
  return false
}

const readAttributes = (json: string): Readonly<Record<string, unknown>> => {
  if (isDeep(json)) return NO_ATTRIBUTES
  try {
    const value: unknown = JSON.parse(json)
    if (halfCharacter.test(json) && halfCharacter.test(JSON.stringify(value))) return NO_ATTRIBUTES
    return value as Readonly<Record<string, unknown>>
  } catch {
    return NO_ATTRIBUTES
  }
}

const isNamePart = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code === 95 || code === 45

/** Reads a delimiter as most are written: of the usual namespace, without attributes, with single spaces. */
const readPlain = (text: string, start: number): Delimiter | undefined => {
  const isOpening = text.startsWith(OPENING, start)
  if (!isOpening && !text.startsWith(CLOSING, start)) return undefined
  const nameStart = start + (isOpening ? OPENING : CLOSING).length
  const first = text.charCodeAt(nameStart)
  if (first < 97 || first > 122) return undefined
  let end = nameStart + 1
  while (isNamePart(text.charCodeAt(end))) end++
  if (!text.startsWith(PLAIN_END, end)) return undefined
  const name = isOpening ? `core/${text.slice(nameStart, end)}` : ''
  return { kind: isOpening ? 'open' : 'close', start, end: end + PLAIN_END.length, name, attributes: NO_ATTRIBUTES }
}

/** Finds delimiters one after another. What ends attributes is looked for once, not anew for each delimiter. */
const delimiterReader = (text: string): ((from: number) => Delimiter | undefined) => {
  let knownEnd = -1
  const attributesEndAfter = (index: number): number => {
    if (knownEnd < index) {
      attributesEnd.lastIndex = index
      knownEnd = attributesEnd.exec(text)?.index ?? Number.POSITIVE_INFINITY
    }
    return knownEnd
  }

  const readAt = (start: number): Delimiter | undefined => {
    const plain = readPlain(text, start)
    if (plain !== undefined) return plain
    head.lastIndex = start
    const found = head.exec(text)
    if (found === null) return undefined
    let end = head.lastIndex
    let attributes = NO_ATTRIBUTES
    if (text[end] === '{') {
      const last = attributesEndAfter(end)
      if (last === Number.POSITIVE_INFINITY) return undefined
      attributes = readAttributes(text.slice(end, last + 1))
      end = last + 1
    }
    tail.lastIndex = end
    const closed = tail.exec(text)
    if (closed === null) return undefined
    const kind = closed[1] === '/' ? 'void' : found[1] === '/' ? 'close' : 'open'
    return { kind, start, end: tail.lastIndex, name: `${found[2] ?? 'core/'}${found[3]}`, attributes }
  }

  return from => {
    for (let start = text.indexOf('<!--', from); start !== -1; start = text.indexOf('<!--', start + 4)) {
      const delimiter = readAt(start)
      if (delimiter !== undefined) return delimiter
    }
    return undefined
  }
}

const freeText = (html: string): Block => ({
  name: null,
  attributes: NO_ATTRIBUTES,
  innerBlocks: [],
  innerHTML: html,
  innerContent: [html],
})

const finish = ({ name, attributes, innerBlocks, innerContent }: OpenBlock): Block => ({
  name,
  attributes,
  innerBlocks,
  innerHTML: innerContent.length === 1 ? (innerContent[0] ?? '') : innerContent.join(''),
  innerContent,
})

/**
 * Parses content into blocks, in time that grows with its length only. Text outside of blocks becomes blocks without a
 * name. It never fails: a comment that is no delimiter is text, a block that is not closed ends where what holds it
 * ends, attributes that cannot be read are none.
 */
export const parseBlocks = (text: string): Block[] => {
  const result: Block[] = []
  const open: OpenBlock[] = []
  const next = delimiterReader(text)
  let done = 0

  const addText = (end: number): void => {
    if (end === done) return
    const html = text.slice(done, end)
    const parent = open.at(-1)
    if (parent === undefined) result.push(freeText(html))
    else parent.innerContent.push(html)
  }
  const addBlock = (block: Block): void => {
    const parent = open.at(-1)
    if (parent === undefined) result.push(block)
    else {
      parent.innerBlocks.push(block)
      parent.innerContent.push(null)
    }
  }
  const close = (): void => {
    const block = open.pop()
    if (block !== undefined) addBlock(finish(block))
  }

  for (let delimiter = next(0); delimiter !== undefined; delimiter = next(delimiter.end)) {
    const { kind, name, attributes, start, end } = delimiter
    addText(start)
    done = end
    if (kind === 'close') close()
    else if (kind === 'void') addBlock(finish({ name, attributes, innerBlocks: [], innerContent: [] }))
    else open.push({ name, attributes, innerBlocks: [], innerContent: [] })
  }
  addText(text.length)
  while (open.length > 0) close()
  return result
}
