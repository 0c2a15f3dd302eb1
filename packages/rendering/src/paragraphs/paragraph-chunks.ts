import { tagAfterText, unwrappedTag } from '../html/block-elements.js'

/** A chunk of a text in paragraphs: a tag that affects paragraphs, white space, or anything else. */
export interface Chunk {
  readonly kind: 'open' | 'close' | 'tag' | 'space' | 'text'
  readonly text: string
}

const OPEN: Chunk = { kind: 'open', text: '<p>' }
const CLOSE: Chunk = { kind: 'close', text: '</p>' }
const blank = /^[ \t\n\r\f\v]*$/

const tagChunk = (text: string): Chunk | undefined => {
  if (text === OPEN.text) return OPEN
  if (text === CLOSE.text) return CLOSE
  return unwrappedTag.test(text) ? { kind: 'tag', text } : undefined
}

/** Splits text at the tags that affect paragraphs. Inline tags stay within their text. */
export const cutChunks = (text: string): Chunk[] => {
  const chunks: Chunk[] = []
  let done = 0
  let end = 0
  for (let start = text.indexOf('<'), next = 0; start !== -1; start = next) {
    next = text.indexOf('<', start + 1)
    if (end <= start) end = text.indexOf('>', start) + 1
    if (end === 0) break
    const chunk = next === -1 || end <= next ? tagChunk(text.slice(start, end)) : undefined
    if (chunk !== undefined) {
      if (start > done) chunks.push(textChunk(text.slice(done, start)))
      chunks.push(chunk)
      done = end
    }
  }
  if (done < text.length) chunks.push(textChunk(text.slice(done)))
  return chunks
}

const textChunk = (text: string): Chunk => ({ kind: blank.test(text) ? 'space' : 'text', text })

const joinChunks = (chunks: readonly Chunk[]): string => {
  let text = ''
  for (const chunk of chunks) text += chunk.text
  return text
}

type Step = (chunks: readonly Chunk[], index: number, result: Chunk[]) => number

/** Applies a step to all chunks. It appends to the result and returns the next index, or 0 if it does not apply. */
const rewrite = (chunks: readonly Chunk[], step: Step): Chunk[] => {
  const result: Chunk[] = []
  for (let index = 0; index < chunks.length; ) {
    const next = step(chunks, index, result)
    if (next > 0) index = next
    else result.push(chunks[index++] as Chunk)
  }
  return result
}

const skipSpace = (chunks: readonly Chunk[], index: number): number => {
  let next = index
  while (chunks[next]?.kind === 'space') next++
  return next
}

/** Whether a chunk is a tag that affects paragraphs. */
export const isMarkup = (chunk: Chunk | undefined): chunk is Chunk =>
  chunk !== undefined && chunk.kind !== 'space' && chunk.kind !== 'text'

const dropEmptyParagraph: Step = (chunks, index) => {
  if (chunks[index]?.kind !== 'open') return 0
  const next = skipSpace(chunks, index + 1)
  return chunks[next]?.kind === 'close' ? next + 1 : 0
}

const CONTAINER_ENDS = new Set(['</div>', '</address>', '</form>'])

const closeBeforeContainerEnd: Step = (chunks, index, result) => {
  const [open, text, end] = [chunks[index], chunks[index + 1], chunks[index + 2]]
  if (open?.kind !== 'open' || text === undefined || text.text.includes('<')) return 0
  if (end === undefined || !CONTAINER_ENDS.has(end.text)) return 0
  result.push(open, text, CLOSE, end)
  return index + 3
}

const unwrapLoneTag: Step = (chunks, index, result) => {
  if (chunks[index]?.kind !== 'open') return 0
  const inner = skipSpace(chunks, index + 1)
  const chunk = chunks[inner]
  const end = skipSpace(chunks, inner + 1)
  if (!isMarkup(chunk) || chunks[end]?.kind !== 'close') return 0
  result.push(chunk)
  return end + 1
}

const unwrapListItem: Step = (chunks, index, result) => {
  if (chunks[index]?.kind !== 'open' || !chunks[index + 1]?.text.startsWith('<li')) return 0
  let end = index + 2
  while (end < chunks.length && chunks[end]?.kind !== 'close') {
    if (chunks[end]?.text.includes('\n')) return 0
    end++
  }
  if (end >= chunks.length) return 0
  for (let inner = index + 1; inner < end; inner++) result.push(chunks[inner] as Chunk)
  return end + 1
}

const quotation = /^<blockquote([^>]*)>/i

const moveIntoQuotation: Step = (chunks, index, result) => {
  const [first, second] = [chunks[index], chunks[index + 1]]
  // Tags in capitals affect no other paragraphs, so they are the beginning of a text.
  const capitals = first?.kind === 'open' && second?.kind === 'text' ? quotation.exec(second.text) : null
  if (capitals !== null && second !== undefined) {
    const rest = second.text.slice(capitals[0].length)
    result.push({ kind: 'tag', text: `<blockquote${capitals[1]}>` }, OPEN)
    if (rest !== '') result.push(textChunk(rest))
    return index + 2
  }
  if (first?.kind === 'open' && second?.text.startsWith('<blockquote')) {
    result.push(second, OPEN)
    return index + 2
  }
  if (second?.kind === 'close' && first?.text === '</blockquote>') {
    result.push(CLOSE, first)
    return index + 2
  }
  return 0
}

const dropOpeningBeforeTag: Step = (chunks, index, result) => {
  if (chunks[index]?.kind !== 'open') return 0
  const next = skipSpace(chunks, index + 1)
  const chunk = chunks[next]
  if (!isMarkup(chunk)) return 0
  result.push(chunk)
  return next + 1
}

const dropClosingAfterTag: Step = (chunks, index, result) => {
  const chunk = chunks[index]
  if (!isMarkup(chunk)) return 0
  const next = skipSpace(chunks, index + 1)
  if (chunks[next]?.kind !== 'close') return 0
  result.push(chunk)
  return next + 1
}

interface Conditional {
  readonly step: Step
  /** Markup that the step applies to; without it, the step is skipped. */
  readonly needs?: RegExp
}

const STEPS: readonly Conditional[] = [
  { step: dropEmptyParagraph },
  { step: closeBeforeContainerEnd },
  { step: unwrapLoneTag },
  { step: unwrapListItem, needs: /<li/ },
  { step: moveIntoQuotation, needs: /blockquote/i },
  { step: dropOpeningBeforeTag },
  { step: dropClosingAfterTag },
]

const FOLLOWERS: Readonly<Record<Chunk['kind'], Chunk['kind'] | undefined>> = {
  open: 'text',
  text: 'close',
  close: 'space',
  space: 'open',
  tag: undefined,
}

/** Whether all chunks are paragraphs of text. */
const hasOnlyParagraphs = (chunks: readonly Chunk[]): boolean => {
  let expected: Chunk['kind'] | undefined = 'open'
  for (const { kind } of chunks) {
    if (kind !== expected) return false
    expected = FOLLOWERS[kind]
  }
  return true
}

/** Removes paragraphs around block elements, and moves those around quotations into them. */
export const cleanParagraphs = (html: string): string => {
  let chunks = cutChunks(html)
  if (hasOnlyParagraphs(chunks)) return html
  for (const { step, needs } of STEPS) if (needs === undefined || needs.test(html)) chunks = rewrite(chunks, step)
  return joinChunks(chunks)
}

/** Whether a chunk is a tag without a line break before it. */
export const endsText = (chunk: Chunk): boolean => isMarkup(chunk) && tagAfterText.test(chunk.text)
