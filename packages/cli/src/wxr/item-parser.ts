import { createElementParser, type ElementListener, type ElementParser } from './parse-elements.js'
import { createPlainReader, nextIndex } from './read-plain.js'

const BEGIN = '<item>'
const END = '</item>'
/** The maximum length of an item that is buffered and read at once. The record that it contains is as large anyway. */
const LONGEST = 8 * 1024 * 1024

/**
 * Creates a parser of exports, which mostly consist of items. Items that are plain XML are read at once, several times
 * faster than by the general XML parser, which reads everything else.
 */
export function createItemParser(listener: ElementListener): ElementParser {
  const parser = createElementParser(listener)
  const plain = createPlainReader(parser.nameOf)
  /** The beginning of an item that has not ended yet. */
  let held: string[] = []
  let heldLength = 0
  let heldEnd = ''
  /** Whether the parser is between two children of the channel. */
  let isBetween = false
  /** A carriage return that may be the first half of a line break. */
  let carried = ''

  const parse = (text: string) => {
    if (text === '') return
    const isLayout = isBetween && isBlank(text)
    isBetween = parser.write(text) || isLayout
  }
  const hold = (text: string) => {
    held.push(text)
    heldLength += text.length
    heldEnd = (heldEnd + text).slice(-END.length)
  }
  const release = (): string => {
    const text = held.length === 1 ? (held[0] ?? '') : held.join('')
    held = []
    heldLength = 0
    heldEnd = ''
    return text
  }

  /** Reads the item at an index; `end` is the index after the next end tag. Returns the index after the read text. */
  const readItem = (text: string, begin: number, end: number, firstBreak: number): number => {
    const { line, column } = parser.position()
    const item = plain.read(text, begin, line, firstBreak)
    if (item?.element.name !== 'item') {
      parse(text.slice(begin, end))
      return end
    }
    listener.begin('item', parser.path, line, column + 1)
    listener.complete({ ...item.element, column: column + 1 })
    const before = item.line === line ? column : 0
    const last = text.slice(item.lineBegin, item.end)
    parser.skipTo(item.line, before + charactersOf(last))
    return item.end
  }

  const read = (text: string) => {
    const nextBegin = search(text, BEGIN)
    const nextEnd = search(text, END)
    const nextBreak = search(text, '\n')
    for (let at = 0; at < text.length; ) {
      const begin = isBetween ? skipSpace(text, at) : at
      if (isBetween && text.startsWith(BEGIN, begin)) {
        parse(text.slice(at, begin))
        const end = nextEnd(begin)
        if (end < text.length) at = readItem(text, begin, end + END.length, nextBreak(begin))
        else if (text.length - begin < LONGEST) return hold(text.slice(begin))
        else {
          parse(text.slice(begin))
          return
        }
      } else if (isBetween && BEGIN.startsWith(text.slice(begin))) {
        parse(text.slice(at, begin))
        return hold(text.slice(begin))
      } else {
        const next = nextBegin(at + 1)
        const end = nextEnd(at)
        const stop = end < next ? end + END.length : beforeLayout(text, at, next)
        parse(text.slice(at, stop))
        at = stop
      }
    }
  }

  const write = (text: string) => {
    const joined = carried + text
    carried = joined.endsWith('\r') ? '\r' : ''
    const given = carried === '' ? joined : joined.slice(0, -1)
    const lines = given.includes('\r') ? given.replace(/\r\n?/g, '\n') : given
    if (held.length === 0) return read(lines)
    // Each part of the buffered text is searched only once.
    const mayEnd = (heldEnd + lines).includes(END) || heldLength < 2 * END.length
    hold(lines)
    if (mayEnd || heldLength >= LONGEST) read(release())
  }
  const flush = () => {
    parse(release())
    parse(carried)
    carried = ''
  }

  return {
    write,
    end() {
      flush()
      parser.end()
    },
    place() {
      flush()
      return parser.place()
    },
  }
}

function charactersOf(text: string): number {
  let count = 0
  for (let at = 0; at < text.length; at++) if ((text.charCodeAt(at) & 0xfc00) !== 0xdc00) count++
  return count
}

/** Finds a string at or after increasing indexes; each part of the text is searched only once. */
function search(text: string, part: string): (at: number) => number {
  let next = -1
  return at => {
    if (next < at) next = nextIndex(text, part, at)
    return next
  }
}

/** The end of a tag if only white space follows it before an index; otherwise the index. */
function beforeLayout(text: string, from: number, index: number): number {
  let at = index
  while (at > from && isSpace(text.charCodeAt(at - 1))) at--
  return at > from && text[at - 1] === '>' ? at : index
}

const isBlank = (text: string) => skipSpace(text, 0) === text.length

function skipSpace(text: string, at: number): number {
  while (isSpace(text.charCodeAt(at))) at++
  return at
}

const isSpace = (code: number) => code === 0x20 || code === 0x0a || code === 0x09
