import { SaxesParser, type SaxesTagNS } from 'saxes'
import type { WxrElement } from './element.js'
import { usualName } from './vocabulary.js'
import { WxrError } from './wxr-error.js'

/** Told of the elements of a document. `path` names the elements around, the root first. */
export interface ElementListener {
  /** An element begins. */
  begin(name: string, path: readonly string[], line: number, column: number): void
  /** A child of `rss > channel` has ended; nothing of it is kept after that. */
  complete(element: WxrElement): void
}

/** A parser that text is pushed into. Whatever is wrong comes as a `WxrError`, from any of its methods. */
export interface ElementParser {
  write(text: string): void
  end(): void
  /** Where it is, from 1. */
  place(): { readonly line: number; readonly column: number }
}

interface OpenElement extends WxrElement {
  text: string
  /** Text in CDATA sections alone, if there are any. */
  marked: string | undefined
  readonly children: WxrElement[]
}

const CHANNEL_DEPTH = 2
/** Exports nest five deep. The names of an element are looked up in all elements around it. */
const MAX_DEPTH = 256

/** Makes a parser that builds the children of the channel one at a time. */
export function createElementParser(listener: ElementListener): ElementParser {
  const parser = new SaxesParser({ xmlns: true })
  const path: string[] = []
  const open: OpenElement[] = []
  let start = { line: 1, column: 1 }
  const place = () => ({ line: parser.line, column: Math.max(1, parser.column) })

  parser.on('error', error => {
    const { line, column } = place()
    const reason = error.message.replace(/^\d+:\d+: /, '').replace(/\.$/, '')
    throw new WxrError(`This is no well-formed XML: ${reason}.`, line, column)
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
      open.push({ name, ...start, attributes: attributesOf(tag), text: '', marked: undefined, children: [] })
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
    // White space around a CDATA section is the writer's layout, not part of the value.
    current.marked = (current.marked ?? '') + text
    current.text += text
  })
  parser.on('closetag', () => {
    path.pop()
    const ended = open.pop()
    if (!ended) return
    if (ended.marked?.trim() === ended.text.trim()) ended.text = ended.marked
    const around = open.at(-1)
    if (around) around.children.push(ended)
    else listener.complete(ended)
  })
  return { write: text => void parser.write(text), end: () => void parser.close(), place }
}

function attributesOf(tag: SaxesTagNS): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.values(tag.attributes).map(({ name, value }) => [name, value]))
}
