import { decodeReferences } from './clean-text.js'
import type { WxrElement } from './element.js'
import { fieldText } from './field-text.js'
import { createNamespaceScope, type NamespaceScope } from './namespaces.js'
import { CHANNEL, type ElementKind, isOutlineName, OUTLINE, REPEATED } from './outline.js'
import { createTextWindow, type Position } from './text-window.js'
import { createXmlTokenizer, type Tag } from './tokenize-xml.js'
import { WxrError } from './wxr-error.js'
import type { WxrNotes } from './wxr-notes.js'

/** Receives the elements of a document. `fail` throws a `WxrError` with their position. */
export interface ElementListener {
  /** Called when a record begins. */
  begin(fail: (message: string) => never): void
  /** Called when a record or a field of the channel is complete. The parser drops it after the call. */
  complete(element: WxrElement, fail: (message: string) => never): void
}

/** A push parser. Its methods throw a `WxrError` for a document whose structure is damaged. */
export interface ElementParser {
  /** Parses a chunk; `removed` are the indexes at which a character of the file is missing. */
  write(text: string, removed?: readonly number[]): void
  end(): void
  /** The position of the last character. */
  place(): Position
}

/** The maximum length of a record, in characters. It is in memory as a whole. */
const MAX_RECORD = 64 * 2 ** 20
/** The number of elements around a record. */
const RECORD_DEPTH = 2
const NO_FIELDS: ReadonlyMap<string, string> = new Map()
const NO_CHILDREN: readonly WxrElement[] = []

/** An open element. `written` is its name in the file. */
interface OpenElement {
  readonly written: string
  readonly name: string
  readonly line: number
  readonly attributes: ReadonlyMap<string, string>
  readonly scope: NamespaceScope
}

/** An open element with children. */
interface Part {
  readonly element: OpenElement
  readonly kind: ElementKind
  readonly fields: Map<string, string>
  readonly children: WxrElement[]
}

/** The open field, whose text may contain markup. */
interface Field {
  readonly element: OpenElement
  readonly isExpected: boolean
  /** The offset at which its text begins. */
  readonly start: number
  /** The number of open elements with its name: the field, and elements within it. */
  depth: number
  hasElements: boolean
  hasComments: boolean
  /** Where the contents of its CDATA sections begin and end, in turn, relative to the start. */
  readonly sections: number[]
}

// Copying the properties by spreading makes the parser ten times slower.
const elementOf = (
  { name, line, attributes }: OpenElement,
  text: string,
  fields: ReadonlyMap<string, string>,
  children: readonly WxrElement[],
): WxrElement => ({ name, line, attributes, text, fields, children })

const REMOVED = 'control characters are removed'
const notAnExport = (reason: string) => `Not an export file (WXR): ${reason}.`
const shown = (name = 'the document'): string => `<${name.length < 80 ? name : '…'}>`
const notClosed = ({ name, line }: OpenElement) => `${shown(name)}, which is not closed (line ${line})`

/**
 * Creates a parser that builds the records of a document one at a time. It accepts everything in texts, also markup
 * without a CDATA section, which becomes text as written; in the structure around the texts, every tag must match.
 */
export function createElementParser(listener: ElementListener, notes: WxrNotes): ElementParser {
  const window = createTextWindow()
  const parts: Part[] = []
  const top = createNamespaceScope()
  let field: Field | undefined
  let hasRoot = false
  let hasDeclaration = false
  /** The offset of the last start tag. */
  let tagStart = 0
  let recordStart = 0
  /** The end of the last text outside of fields, which may continue in the next chunk. */
  let strayEnd = -1
  let removedLine: number | undefined

  const fail = (message: string): never => {
    const { line, column } = window.positionAt(tagStart)
    throw new WxrError(message, line, column)
  }
  const place = (): Position => {
    const { line, column } = window.positionAt(window.end)
    return { line, column: Math.max(1, column - 1) }
  }
  const failAtEnd = (message: string): never => {
    const { line, column } = place()
    throw new WxrError(message, line, column)
  }
  const note = (what: string, parent: Part, line: number) =>
    notes.add(`${what} in ${shown(parent.element.name)} is not imported`, line)
  const decode = (text: string, line: number): string => decodeReferences(text, () => notes.add(REMOVED, line))

  const decodedValues = (encoded: ReadonlyMap<string, string>, line: number): ReadonlyMap<string, string> =>
    new Map(Array.from(encoded, ([name, value]) => [name, decode(value, line)]))

  const complete = (element: WxrElement) => {
    const parent = parts.at(-1)
    if (parent?.kind === CHANNEL) listener.complete(element, fail)
    else parent?.children.push(element)
  }

  const closePart = () => {
    const part = parts.pop()
    if (part !== undefined) complete(elementOf(part.element, '', part.fields, part.children))
  }

  const closeField = (closed: Field, end: number) => {
    const { element, isExpected } = closed
    const { name, line } = element
    const parent = parts.at(-1)
    const text = fieldText(window.slice(closed.start, end), closed, encoded => decode(encoded, line))
    field = undefined
    if (parent === undefined) return
    if (!isExpected) {
      if (text.trim() !== '') note(shown(name), parent, line)
    } else if (parent.kind === CHANNEL || REPEATED.has(name)) {
      complete(elementOf(element, text, NO_FIELDS, NO_CHILDREN))
    } else if (!parent.fields.has(name)) parent.fields.set(name, text)
    else if (parent.fields.get(name) !== text) note(`another ${shown(name)}`, parent, line)
  }

  /** Handles a start tag in the text of a field. */
  const openWithin = (open: Field, { name: written, source }: Tag, isEmpty: boolean) => {
    const name = open.element.scope.nameOf(written)
    if (source.includes(`</${open.element.written}`)) fail(`A tag in ${shown(open.element.name)} has no end.`)
    if (isOutlineName(name) || (open.isExpected && /^(?:wp|dc|content|excerpt):/.test(name))) {
      fail(`${shown(name)} in ${notClosed(open.element)}.`)
    }
    open.hasElements = true
    if (!isEmpty && written === open.element.written) open.depth++
  }

  const openTag = (tag: Tag, isEmpty: boolean) => {
    const { name: written, attributes: encoded, start, end } = tag
    tagStart = start
    if (field !== undefined) return openWithin(field, tag, isEmpty)
    const parent = parts.at(-1)
    // Otherwise, a missing quote could hide whole records.
    if (/<[/!\w]/.test(tag.source.slice(1))) fail(`A tag in ${shown(parent?.element.name)} has no end.`)
    const line = window.lineAt(start)
    const attributes = encoded.size === 0 ? encoded : decodedValues(encoded, line)
    const scope = (parent?.element.scope ?? top).within(attributes)
    const name = scope.nameOf(written)
    if (parent === undefined && hasRoot) fail(`${shown(name)} after the end of the export.`)
    if (parent === undefined && name !== 'rss') fail(notAnExport(`it begins with ${shown(name)}, not with <rss>`))
    hasRoot = true
    const element: OpenElement = { written, name, line, attributes, scope }
    const kind = (parent?.kind ?? OUTLINE).parts.get(name)
    if (kind !== undefined) {
      if (parent?.kind === CHANNEL) {
        recordStart = start
        listener.begin(fail)
      }
      parts.push({ element, kind, fields: new Map(), children: [] })
      if (isEmpty) closePart()
      return
    }
    if (isOutlineName(name)) fail(`${shown(name)} in ${shown(parent?.element.name)}.`)
    const isExpected = parent?.kind.fields.has(name) === true
    field = { element, isExpected, start: end, depth: 1, hasElements: false, hasComments: false, sections: [] }
    if (isEmpty) closeField(field, end)
  }

  const closeTag = (written: string, start: number) => {
    const open = (field ?? parts.at(-1))?.element
    if (written === open?.written) {
      if (field === undefined) closePart()
      else if (--field.depth === 0) closeField(field, start)
    } else if (open === undefined || parts.some(({ element }) => element.written === written) || field === undefined) {
      tagStart = start
      fail(`The end of ${shown(written)} in ${open === undefined ? 'no element' : notClosed(open)}.`)
    } else field.hasElements = true
  }

  /** Handles text outside of fields. */
  const strayText = (start: number, end: number) => {
    const text = window.slice(start, end)
    const isRest = start === strayEnd
    if (isRest || text.trim() !== '') strayEnd = end
    if (isRest || text.trim() === '') return
    const offset = start + text.length - text.trimStart().length
    const parent = parts.at(-1)
    if (parent !== undefined) note('text', parent, window.lineAt(offset))
    else if (hasRoot) notes.add('text after the end of the export is not imported', window.lineAt(offset))
    else if (!hasDeclaration) {
      tagStart = offset
      fail(notAnExport('it does not begin with <rss>'))
    }
  }

  const tokenizer = createXmlTokenizer(window, {
    openTag,
    closeTag,
    text(start, end) {
      if (field === undefined) strayText(start, end)
    },
    section(start, end) {
      if (field === undefined) strayText(start, end)
      else field.sections.push(start - field.start, end - field.start)
    },
    other(start, isDeclaration) {
      const parent = parts.at(-1)
      if (field !== undefined) field.hasComments = true
      else if (isDeclaration && parent !== undefined) {
        tagStart = start
        fail(`A declaration in ${shown(parent.element.name)}.`)
      } else if (isDeclaration) hasDeclaration = true
    },
  })

  return {
    write(text, removed = []) {
      const start = window.end
      window.append(text, removed)
      if (removed[0] !== undefined) {
        removedLine ??= window.lineAhead(start + removed[0])
        notes.add(REMOVED, removedLine, removed.length)
      }
      tokenizer.write(text)
      const needed = Math.min(tokenizer.read, field?.start ?? tokenizer.read)
      const begin = parts.length > RECORD_DEPTH ? recordStart : needed
      if (window.end - begin > MAX_RECORD) {
        tagStart = needed
        fail(`A record or text is longer than ${MAX_RECORD} characters.`)
      }
      window.release(needed)
    },
    end() {
      tokenizer.end()
      if (window.end === 0) failAtEnd('The file is empty.')
      const open = (field ?? parts.at(-1))?.element
      if (open !== undefined) failAtEnd(`The file is truncated: it ends in ${notClosed(open)}.`)
      if (!hasRoot) failAtEnd(notAnExport('it contains no <rss>'))
    },
    place,
  }
}
