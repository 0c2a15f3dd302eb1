import { type Delimiter, NO_ATTRIBUTES } from './delimiter.js'

const MAX_ATTRIBUTE_DEPTH = 512

/** The start of a comment without its `<`, so that the search does not stop at tags. */
const START = '!--'
const LESS = 60
const head = /<!--\s+(\/)?wp:([a-z][a-z0-9_-]*\/)?([a-z][a-z0-9_-]*)\s+(?:(\/)?-->|(?=\{))/y
const tail = /\s*(\/)?-->/y
const attributesEnd = /\}\s+\/?-->/g
const loneSurrogate = /\\ud[89a-f]/i

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
    if (loneSurrogate.test(json) && loneSurrogate.test(JSON.stringify(value))) return NO_ATTRIBUTES
    return value as Readonly<Record<string, unknown>>
  } catch {
    return NO_ATTRIBUTES
  }
}

type Reader = (start: number) => Delimiter | undefined

/** Creates the function that reads the delimiter at an index. It remembers where the next attributes end. */
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
    let isVoid = found[4] === '/'
    if (text[end] === '{' && text[end - 1] !== '>') {
      const last = attributesEndAfter(end)
      if (last === Number.POSITIVE_INFINITY) return undefined
      attributes = readAttributes(text.slice(end, last + 1))
      tail.lastIndex = last + 1
      isVoid = tail.exec(text)?.[1] === '/'
      end = tail.lastIndex
    }
    const kind = isVoid ? 'void' : found[1] === '/' ? 'close' : 'open'
    return { kind, start, end, name: `${found[2] ?? 'core/'}${found[3]}`, attributes }
  }
}

/** Reads the delimiters of a text, in order. */
export const readDelimiters = (text: string): Delimiter[] => {
  const delimiters: Delimiter[] = []
  const readAny = delimiterReader(text)
  for (let mark = text.indexOf(START); mark !== -1; ) {
    const start = mark - 1
    const found = text.charCodeAt(start) === LESS ? readAny(start) : undefined
    if (found !== undefined) delimiters.push(found)
    mark = text.indexOf(START, found?.end ?? mark + START.length)
  }
  return delimiters
}
