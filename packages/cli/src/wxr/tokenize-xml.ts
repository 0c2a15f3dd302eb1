import { Tokenizer } from 'htmlparser2'
import type { TextWindow } from './text-window.js'

/** A start tag. Its attributes are as in the file: references are not decoded. */
export interface Tag {
  readonly source: string
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly start: number
  readonly end: number
}

/** Receives the tokens of a text. All numbers are offsets in the text. */
export interface TokenListener {
  openTag(tag: Tag, isEmpty: boolean): void
  closeTag(name: string, start: number): void
  text(start: number, end: number): void
  /** The content of a CDATA section. */
  section(start: number, end: number): void
  /** A processing instruction, a declaration, or a comment, which begins two characters earlier. */
  other(start: number, isDeclaration: boolean): void
}

/** Splits a text into tokens. */
export interface XmlTokenizer {
  /** Reads the text that was appended to the window last. */
  write(text: string): void
  end(): void
  /** The offset after the last token. */
  readonly read: number
}

const NONE: ReadonlyMap<string, string> = new Map()

/** Creates a tokenizer of the text in a window. Any text is valid: `<` and `&` that begin nothing are text. */
export function createXmlTokenizer(window: TextWindow, listener: TokenListener): XmlTokenizer {
  let read = 0
  let start = 0
  let name = ''
  let attributes: Map<string, string> | undefined
  let attribute = ''
  let value = ''
  const other = (isDeclaration: boolean) => (from: number, end: number) => {
    read = end + 1
    listener.other(from - 2, isDeclaration)
  }
  const open = (end: number, isEmpty: boolean) => {
    read = end + 1
    listener.openTag(
      { source: window.slice(start, read), name, attributes: attributes ?? NONE, start, end: read },
      isEmpty,
    )
  }
  const tokenizer = new Tokenizer(
    { xmlMode: true, decodeEntities: false },
    {
      ontext(from, to) {
        read = to
        listener.text(from, to)
      },
      oncdata(from, to, closing) {
        read = to + 1
        listener.section(from, to - closing)
      },
      oncomment: other(false),
      onprocessinginstruction: other(false),
      ondeclaration: other(true),
      onopentagname(from, to) {
        start = from - 1
        name = window.slice(from, to)
        attributes = undefined
      },
      onattribname(from, to) {
        attribute = window.slice(from, to)
        value = ''
      },
      onattribdata(from, to) {
        value += window.slice(from, to)
      },
      onattribend() {
        attributes ??= new Map()
        if (!attributes.has(attribute)) attributes.set(attribute, value)
      },
      onopentagend: end => open(end, false),
      onselfclosingtag: end => open(end, true),
      onclosetag(from, to) {
        read = to
        listener.closeTag(window.slice(from, to), from - 2)
      },
      onattribentity() {},
      ontextentity() {},
      onend() {},
    },
  )
  return {
    write: text => tokenizer.write(text),
    end: () => tokenizer.end(),
    get read() {
      return read
    },
  }
}
