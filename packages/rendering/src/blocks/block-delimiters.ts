/** Opens, closes or is a whole block: a comment that holds the name and the attributes. */
export interface Delimiter {
  readonly kind: 'open' | 'close' | 'void'
  readonly start: number
  readonly end: number
  readonly name: string
  readonly attributes: Readonly<Record<string, unknown>>
}

const MAX_ATTRIBUTE_DEPTH = 512
export const NO_ATTRIBUTES: Readonly<Record<string, unknown>> = Object.freeze({})

/** Begins a comment after its `<`: looked for without it, no tag is in the way. */
const START = '!--'
const LESS = 60
const SPACE = 32
const HYPHEN = 45
const SLASH = 47
const COLON = 58
const GREATER = 62
const LETTER_P = 112
const LETTER_W = 119
const head = /<!--\s+(\/)?wp:([a-z][a-z0-9_-]*\/)?([a-z][a-z0-9_-]*)\s+/y
const tail = /\s*(\/)?-->/y
const attributesEnd = /\}\s+\/?-->/g
const halfCharacter = /\\ud[89a-f]/i

/** The blocks that most delimiters are of, and their whole names: these are read at once. */
const USUAL_NAMES: ReadonlyMap<string, string> = new Map(
  `paragraph heading list list-item quote image gallery columns column group buttons button separator spacer html code
   preformatted verse pullquote table embed cover media-text`
    .split(/\s+/)
    .map(name => [name, `core/${name}`]),
)

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

const endsComment = (text: string, index: number): boolean =>
  text.charCodeAt(index) === HYPHEN && text.charCodeAt(index + 1) === HYPHEN && text.charCodeAt(index + 2) === GREATER

const startsBlockName = (text: string, index: number): boolean =>
  text.charCodeAt(index) === LETTER_W && text.charCodeAt(index + 1) === LETTER_P && text.charCodeAt(index + 2) === COLON

/** Reads a delimiter as most are written: of a usual block, without attributes, with single spaces. */
const readUsual = (text: string, start: number): Delimiter | undefined => {
  const markEnd = start + '<!-- '.length
  if (text.charCodeAt(markEnd - 1) !== SPACE) return undefined
  const isClosing = text.charCodeAt(markEnd) === SLASH
  const wordStart = isClosing ? markEnd + 1 : markEnd
  if (!startsBlockName(text, wordStart)) return undefined
  const wordEnd = text.indexOf(' ', wordStart)
  if (!endsComment(text, wordEnd + 1)) return undefined
  const name = USUAL_NAMES.get(text.slice(wordStart + 'wp:'.length, wordEnd))
  if (name === undefined) return undefined
  return { kind: isClosing ? 'close' : 'open', start, end: wordEnd + ' -->'.length, name, attributes: NO_ATTRIBUTES }
}

type Reader = (start: number) => Delimiter | undefined

/** Reads any delimiter of a text. What ends attributes is looked for once, not anew for each of them. */
const delimiterReader = (text: string): Reader => {
  let knownEnd = -1
  const attributesEndAfter = (index: number): number => {
    if (knownEnd < index) {
      attributesEnd.lastIndex = index
      knownEnd = attributesEnd.exec(text)?.index ?? Number.POSITIVE_INFINITY
    }
    return knownEnd
  }
  return start => {
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
}

/** The delimiters of a text, in their order. */
export const readDelimiters = (text: string): Delimiter[] => {
  const delimiters: Delimiter[] = []
  const readAny = delimiterReader(text)
  for (let mark = text.indexOf(START); mark !== -1; ) {
    const start = mark - 1
    const found = text.charCodeAt(start) === LESS ? (readUsual(text, start) ?? readAny(start)) : undefined
    if (found !== undefined) delimiters.push(found)
    mark = text.indexOf(START, found?.end ?? mark + START.length)
  }
  return delimiters
}
