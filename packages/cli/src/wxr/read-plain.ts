import { endElement, type OpenElement } from './open-element.js'

/** An element, and the index in the text at which it ends. */
export interface PlainElement {
  readonly element: OpenElement
  readonly end: number
  /** The line on which the element ends, and the index where this line begins or, on the same line, the element. */
  readonly line: number
  readonly lineBegin: number
}

/** Reads plain elements. */
export interface PlainReader {
  /**
   * Reads the element that begins at an index of a text, on a line that ends at `firstBreak`. Returns `undefined` if it
   * is incomplete, or contains anything but elements with ASCII names and ordinary attributes, text with ordinary
   * references, and CDATA sections. The general parser then determines whether it is XML.
   */
  read(text: string, begin: number, line: number, firstBreak: number): PlainElement | undefined
}

/** A start tag, which many elements can have in common. */
interface Tag {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly closing: string
  readonly isEmpty: boolean
}

const MAX_DEPTH = 16
/** The maximum number of tags that are cached, and their maximum length. */
const MAX_TAGS = 500
const MAX_TAG_LENGTH = 200

const SECTION = '<![CDATA['
const SECTION_END = ']]>'
const TAG = /^((?:([A-Za-z_][\w.-]*):)?([A-Za-z_][\w.-]*))((?: [A-Za-z_][\w.-]*="[^"<&\t\n]*")*)(\/?)$/
const ATTRIBUTE = / ([\w.-]+)="([^"]*)"/g
// Characters that are not valid in XML, or that XML versions treat differently.
const UNUSUAL = /[^\P{Cc}\t\n]|[\u2028\uFFFE\uFFFF]/u
const REFERENCE = /&(?:(amp|lt|gt|quot|apos)|#(\d{2,5}));/g
const OTHER_REFERENCE = /&(?!(?:amp|lt|gt|quot|apos|#0?(?:3[2-9]|[4-9]\d|[1-9]\d{2,3}));)/
const NAMED = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" } as const

/** Creates a reader; `nameOf` returns the usual name of an element in the file; `undefined` for an unknown prefix. */
export function createPlainReader(nameOf: (prefix: string, local: string) => string | undefined): PlainReader {
  const tags = new Map<string, Tag>()

  const tagOf = (written: string): Tag | undefined => {
    const known = tags.get(written)
    if (known !== undefined) return known
    if (tags.size >= MAX_TAGS || written.length > MAX_TAG_LENGTH) return readTag(written, nameOf)
    const copy = copyOf(written)
    const tag = readTag(copy, nameOf)
    if (tag !== undefined) tags.set(copy, tag)
    return tag
  }

  return {
    read(text, begin, firstLine, firstBreak) {
      const open: OpenElement[] = []
      const closing: string[] = []
      let line = firstLine
      let lineBegin = begin
      let nextBreak = firstBreak
      let at = begin
      const countLines = (until: number) => {
        for (; nextBreak < until; nextBreak = nextIndex(text, '\n', lineBegin)) {
          line++
          lineBegin = nextBreak + 1
        }
      }
      for (;;) {
        const current = open.at(-1)
        const second = text.charCodeAt(at + 1)
        if (second === SLASH) {
          const expected = closing.pop()
          if (expected === undefined || current === undefined || !text.startsWith(expected, at)) return undefined
          at += expected.length
          open.pop()
          endElement(current)
          if (open.length === 0) {
            countLines(at)
            return UNUSUAL.test(text.slice(begin, at)) ? undefined : { element: current, end: at, line, lineBegin }
          }
        } else if (second === BANG) {
          if (current === undefined || !text.startsWith(SECTION, at)) return undefined
          const end = text.indexOf(SECTION_END, at + SECTION.length)
          if (end === -1) return undefined
          const section = text.slice(at + SECTION.length, end)
          current.cdata = current.cdata === undefined ? section : current.cdata + section
          current.text = current.text === '' ? section : current.text + section
          at = end + SECTION_END.length
        } else {
          const end = text.indexOf('>', at)
          const tag = end === -1 ? undefined : tagOf(text.slice(at + 1, end))
          if (tag === undefined || open.length >= MAX_DEPTH) return undefined
          countLines(at)
          const { name, attributes } = tag
          const element: OpenElement = { name, line, attributes, text: '', cdata: undefined, children: [] }
          current?.children.push(element)
          at = end + 1
          if (!tag.isEmpty) {
            open.push(element)
            closing.push(tag.closing)
          } else if (current === undefined) return undefined
        }
        const next = text.indexOf('<', at)
        if (next === -1) return undefined
        const inner = open.at(-1)
        if (next > at && inner !== undefined) {
          const read = readText(text.slice(at, next))
          if (read === undefined) return undefined
          inner.text = inner.text === '' ? read : inner.text + read
        }
        at = next
      }
    },
  }
}

const SLASH = 47
const BANG = 33

/** Copies a part of a text, because a substring would keep the whole text in memory. */
const copyOf = (part: string): string => Buffer.from(part, 'utf16le').toString('utf16le')

/** The next index of a string in a text, or the end of the text. */
export function nextIndex(text: string, part: string, at: number): number {
  const found = text.indexOf(part, at)
  return found === -1 ? text.length : found
}

/** Parses a start tag: the source between `<` and `>`. `undefined` if it is not plain, or its prefix is unknown. */
function readTag(written: string, nameOf: (prefix: string, local: string) => string | undefined): Tag | undefined {
  const [, full, prefix = '', local = '', listed = '', slash] = TAG.exec(written) ?? []
  const name = full === undefined ? undefined : nameOf(prefix, local)
  const pairs = [...listed.matchAll(ATTRIBUTE)].map(([, key = '', value = '']) => [key, value] as const)
  const attributes = Object.fromEntries(pairs)
  const isUsual = Object.keys(attributes).length === pairs.length && attributes['xmlns'] === undefined
  if (name === undefined || !isUsual) return undefined
  return { name, attributes, closing: `</${full}>`, isEmpty: slash === '/' }
}

/** Decodes the text between tags; `undefined` if it is not plain. */
function readText(written: string): string | undefined {
  if (written.includes(SECTION_END)) return undefined
  if (!written.includes('&')) return written
  if (OTHER_REFERENCE.test(written)) return undefined
  return written.replace(REFERENCE, (_, name: keyof typeof NAMED | undefined, code: string) =>
    name === undefined ? String.fromCharCode(Number(code)) : NAMED[name],
  )
}
