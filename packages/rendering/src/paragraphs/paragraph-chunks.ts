import { tagAfterText, unwrappedTag } from '../html/block-elements.js'

/** A stretch of text between paragraph-making: a tag that matters to paragraphs, white space, or anything else. */
export interface Piece {
  readonly kind: 'open' | 'close' | 'tag' | 'space' | 'text'
  readonly text: string
}

const OPEN: Piece = { kind: 'open', text: '<p>' }
const CLOSE: Piece = { kind: 'close', text: '</p>' }
const blank = /^[ \t\n\r\f\v]*$/

const tagPiece = (text: string): Piece | undefined => {
  if (text === OPEN.text) return OPEN
  if (text === CLOSE.text) return CLOSE
  return unwrappedTag.test(text) ? { kind: 'tag', text } : undefined
}

/** Cuts text at the tags that matter to paragraphs; inline tags stay within their text. */
export const cutPieces = (text: string): Piece[] => {
  const pieces: Piece[] = []
  let done = 0
  let end = 0
  for (let start = text.indexOf('<'), next = 0; start !== -1; start = next) {
    next = text.indexOf('<', start + 1)
    if (end <= start) end = text.indexOf('>', start) + 1
    if (end === 0) break
    const piece = next === -1 || end <= next ? tagPiece(text.slice(start, end)) : undefined
    if (piece !== undefined) {
      if (start > done) pieces.push(textPiece(text.slice(done, start)))
      pieces.push(piece)
      done = end
    }
  }
  if (done < text.length) pieces.push(textPiece(text.slice(done)))
  return pieces
}

const textPiece = (text: string): Piece => ({ kind: blank.test(text) ? 'space' : 'text', text })

const joinPieces = (pieces: readonly Piece[]): string => {
  let text = ''
  for (const piece of pieces) text += piece.text
  return text
}

type Step = (pieces: readonly Piece[], index: number, result: Piece[]) => number

/** Runs over the pieces once; a step that applies writes its result and returns the index to go on from, else 0. */
const rewrite = (pieces: readonly Piece[], step: Step): Piece[] => {
  const result: Piece[] = []
  for (let index = 0; index < pieces.length; ) {
    const next = step(pieces, index, result)
    if (next > 0) index = next
    else result.push(pieces[index++] as Piece)
  }
  return result
}

const skipSpace = (pieces: readonly Piece[], index: number): number => {
  let next = index
  while (pieces[next]?.kind === 'space') next++
  return next
}

const isMarkup = (piece: Piece | undefined): piece is Piece =>
  piece !== undefined && piece.kind !== 'space' && piece.kind !== 'text'

const dropEmptyParagraph: Step = (pieces, index) => {
  if (pieces[index]?.kind !== 'open') return 0
  const next = skipSpace(pieces, index + 1)
  return pieces[next]?.kind === 'close' ? next + 1 : 0
}

const CONTAINER_ENDS = new Set(['</div>', '</address>', '</form>'])

const closeBeforeContainerEnd: Step = (pieces, index, result) => {
  const [open, text, end] = [pieces[index], pieces[index + 1], pieces[index + 2]]
  if (open?.kind !== 'open' || text === undefined || text.text.includes('<')) return 0
  if (end === undefined || !CONTAINER_ENDS.has(end.text)) return 0
  result.push(open, text, CLOSE, end)
  return index + 3
}

const unwrapLoneTag: Step = (pieces, index, result) => {
  if (pieces[index]?.kind !== 'open') return 0
  const inner = skipSpace(pieces, index + 1)
  const piece = pieces[inner]
  const end = skipSpace(pieces, inner + 1)
  if (!isMarkup(piece) || pieces[end]?.kind !== 'close') return 0
  result.push(piece)
  return end + 1
}

const unwrapListItem: Step = (pieces, index, result) => {
  if (pieces[index]?.kind !== 'open' || !pieces[index + 1]?.text.startsWith('<li')) return 0
  let end = index + 2
  while (end < pieces.length && pieces[end]?.kind !== 'close') {
    if (pieces[end]?.text.includes('\n')) return 0
    end++
  }
  if (end >= pieces.length) return 0
  for (let inner = index + 1; inner < end; inner++) result.push(pieces[inner] as Piece)
  return end + 1
}

const moveIntoQuotation: Step = (pieces, index, result) => {
  const [first, second] = [pieces[index], pieces[index + 1]]
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

const dropOpeningBeforeTag: Step = (pieces, index, result) => {
  if (pieces[index]?.kind !== 'open') return 0
  const next = skipSpace(pieces, index + 1)
  const piece = pieces[next]
  if (!isMarkup(piece)) return 0
  result.push(piece)
  return next + 1
}

const dropClosingAfterTag: Step = (pieces, index, result) => {
  const piece = pieces[index]
  if (!isMarkup(piece)) return 0
  const next = skipSpace(pieces, index + 1)
  if (pieces[next]?.kind !== 'close') return 0
  result.push(piece)
  return next + 1
}

interface Conditional {
  readonly step: Step
  /** Markup without which the step changes nothing. */
  readonly needs?: string
}

const STEPS: readonly Conditional[] = [
  { step: dropEmptyParagraph },
  { step: closeBeforeContainerEnd },
  { step: unwrapLoneTag },
  { step: unwrapListItem, needs: '<li' },
  { step: moveIntoQuotation, needs: 'blockquote' },
  { step: dropOpeningBeforeTag },
  { step: dropClosingAfterTag },
]

const FOLLOWERS: Readonly<Record<Piece['kind'], Piece['kind'] | undefined>> = {
  open: 'text',
  text: 'close',
  close: 'space',
  space: 'open',
  tag: undefined,
}

/** Whether there is nothing but paragraphs of text. */
const isSettled = (pieces: readonly Piece[]): boolean => {
  let expected: Piece['kind'] | undefined = 'open'
  for (const { kind } of pieces) {
    if (kind !== expected) return false
    expected = FOLLOWERS[kind]
  }
  return true
}

/** Takes back the paragraphs that were put around block elements, and moves those around quotations into them. */
export const settleParagraphs = (html: string): string => {
  let pieces = cutPieces(html)
  if (isSettled(pieces)) return html
  for (const { step, needs } of STEPS) if (needs === undefined || html.includes(needs)) pieces = rewrite(pieces, step)
  return joinPieces(pieces)
}

/** Whether no line break is wanted right before the piece. */
export const endsText = (piece: Piece): boolean => isMarkup(piece) && tagAfterText.test(piece.text)

export { isMarkup }
