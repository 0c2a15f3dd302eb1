import { SaxesParser, type SaxesTagNS } from 'saxes'
import type { ChannelElement } from './element.js'
import { usualName } from './namespaces.js'
import { endElement, type OpenElement } from './open-element.js'
import { WxrError } from './wxr-error.js'

/** Receives the elements of a document. `path` contains the names of the ancestors, beginning with the root. */
export interface ElementListener {
  /** Called when an element begins. */
  begin(name: string, path: readonly string[], line: number, column: number): void
  /** Called when a child of `rss > channel` is complete. The parser drops it after the call. */
  complete(element: ChannelElement): void
}

/** A push parser. All its methods throw a `WxrError` for an invalid document. */
export interface ElementParser {
  write(text: string): void
  end(): void
  /** The current position, from 1. */
  place(): { readonly line: number; readonly column: number }
}

const CHANNEL_DEPTH = 2
/** Exports are five levels deep. Depth costs time, because namespaces are looked up in all ancestors. */
const MAX_DEPTH = 256

/** A parser that lets another one read some of the children of the channel. */
export interface ChannelParser extends Omit<ElementParser, 'write'> {
  /** Parses a part of the document; returns whether it ends with the end of a child of the channel. */
  write(text: string): boolean
  /** The names of the open elements. */
  readonly path: readonly string[]
  /** The current line, from 1, and the number of its characters that have been parsed. */
  position(): { readonly line: number; readonly column: number }
  /** Sets the position after text that another parser has read. */
  skipTo(line: number, column: number): void
  /** Returns the usual name of a child of the channel; `undefined` if its prefix is not declared. */
  nameOf(prefix: string, local: string): string | undefined
}

/** Creates a parser that builds the children of the channel one at a time. */
export function createElementParser(listener: ElementListener): ChannelParser {
  const parser = new SaxesParser({ xmlns: true })
  const path: string[] = []
  const open: OpenElement[] = []
  const namespaces: Readonly<Record<string, string>>[] = []
  let start = { line: 1, column: 1 }
  let column = 1
  let written = 0
  let ended = 0
  const place = () => ({ line: parser.line, column: Math.max(1, parser.column) })

  parser.on('error', error => {
    const { line, column } = place()
    const reason = error.message.replace(/^\d+:\d+: /, '').replace(/\.$/, '')
    throw new WxrError(`Not well-formed XML: ${reason}.`, line, column)
  })
  parser.on('opentagstart', ({ name }) => {
    start = { line: parser.line, column: Math.max(1, parser.column - name.length - 1) }
    if (path.length >= MAX_DEPTH)
      throw new WxrError(`Elements are nested more than ${MAX_DEPTH} deep.`, start.line, start.column)
  })
  parser.on('opentag', tag => {
    const name = usualName(tag.uri, tag.local)
    listener.begin(name, path, start.line, start.column)
    if (path.length < CHANNEL_DEPTH) namespaces.splice(path.length, CHANNEL_DEPTH, tag.ns)
    else {
      if (path.length === CHANNEL_DEPTH) column = start.column
      open.push({
        name,
        line: start.line,
        attributes: attributesOf(tag),
        text: '',
        cdata: undefined,
        children: [],
      })
    }
    path.push(name)
  })
  parser.on('text', text => {
    const current = open.at(-1)
    if (current) current.text += text
  })
  parser.on('cdata', text => {
    const current = open.at(-1)
    if (!current) return
    current.cdata = (current.cdata ?? '') + text
    current.text += text
  })
  parser.on('closetag', () => {
    path.pop()
    const closed = open.pop()
    if (!closed) return
    endElement(closed)
    const parent = open.at(-1)
    if (parent) parent.children.push(closed)
    else {
      listener.complete({ ...closed, column })
      ended = parser.position
    }
  })
  return {
    write(text) {
      parser.write(text)
      written += text.length
      return ended === written
    },
    end: () => void parser.close(),
    place,
    path,
    position: () => ({ line: parser.line, column: parser.column }),
    skipTo(line, column) {
      parser.line = line
      parser.column = column
    },
    nameOf(prefix, local) {
      const declared = namespaces.findLast(each => each[prefix] !== undefined)?.[prefix]
      if (declared === undefined && prefix !== '') return undefined
      return usualName(declared ?? '', local)
    },
  }
}

function attributesOf(tag: SaxesTagNS): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.values(tag.attributes).map(({ name, value }) => [name, value]))
}
