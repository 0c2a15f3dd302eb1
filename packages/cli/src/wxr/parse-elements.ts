import { SaxesParser, type SaxesTagNS } from 'saxes'
import type { WxrElement } from './element.js'
import { usualName } from './namespaces.js'
import { WxrError } from './wxr-error.js'

/** Receives the elements of a document. `path` names the ancestors, root first. */
export interface ElementListener {
  /** An element begins. */
  begin(name: string, path: readonly string[], line: number, column: number): void
  /** A child of `rss > channel` is complete; the parser drops it after the call. */
  complete(element: WxrElement): void
}

/** A push parser. All its methods throw a `WxrError` for an invalid document. */
export interface ElementParser {
  write(text: string): void
  end(): void
  /** The current position, from 1. */
  place(): { readonly line: number; readonly column: number }
}

interface OpenElement extends WxrElement {
  text: string
  /** The text of the CDATA sections alone, if there are any. */
  cdata: string | undefined
  readonly children: WxrElement[]
}

const CHANNEL_DEPTH = 2
/** Exports nest five levels deep. Namespaces are looked up in all ancestors, so that depth costs time. */
const MAX_DEPTH = 256

/** Creates a parser that builds the children of the channel one at a time. */
export function createElementParser(listener: ElementListener): ElementParser {
  const parser = new SaxesParser({ xmlns: true })
  const path: string[] = []
  const open: OpenElement[] = []
  let start = { line: 1, column: 1 }
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
    if (path.length >= CHANNEL_DEPTH) {
      open.push({ name, ...start, attributes: attributesOf(tag), text: '', cdata: undefined, children: [] })
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
    // White space around a CDATA section is layout, not part of the value.
    current.cdata = (current.cdata ?? '') + text
    current.text += text
  })
  parser.on('closetag', () => {
    path.pop()
    const ended = open.pop()
    if (!ended) return
    if (ended.cdata?.trim() === ended.text.trim()) ended.text = ended.cdata
    const parent = open.at(-1)
    if (parent) parent.children.push(ended)
    else listener.complete(ended)
  })
  return { write: text => void parser.write(text), end: () => void parser.close(), place }
}

function attributesOf(tag: SaxesTagNS): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.values(tag.attributes).map(({ name, value }) => [name, value]))
}
