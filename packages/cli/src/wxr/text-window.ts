/** The part of a text that is still needed while it arrives in chunks. Offsets count from the beginning of the text. */
export interface TextWindow {
  /** Adds a chunk; `removed` are the indexes in it at which a character of the file is missing. */
  append(text: string, removed: readonly number[]): void
  /** The offset after the last chunk. */
  readonly end: number
  slice(from: number, to: number): string
  /** The line of an offset, or that of the greatest offset so far. */
  lineAt(offset: number): number
  /** The position of an offset on this line. */
  positionAt(offset: number): Position
  /** The line of an offset that has not been reached yet. */
  lineAhead(offset: number): number
  /** Drops the chunks before an offset. */
  release(offset: number): void
}

/** A position in a file. Both numbers count from 1; columns count characters. */
export interface Position {
  readonly line: number
  readonly column: number
}

interface Chunk {
  readonly start: number
  readonly end: number
  readonly text: string
  readonly removed: readonly number[]
}

/** Creates an empty window. */
export function createTextWindow(): TextWindow {
  const chunks: Chunk[] = []
  let end = 0
  /** What was removed since the last chunk that is not empty. */
  let waiting: readonly number[] = []
  let line = 1
  /** The offset up to which lines have been counted. */
  let counted = 0
  /** The next line break, and the offset up to which it was searched: without this, long lines cost quadratic time. */
  let nextBreak = Number.POSITIVE_INFINITY
  let searched = 0
  /** Where the part of the current line begins that has not been dropped, and the number of characters before it. */
  let lineRest = 0
  let dropped = 0

  const findBreak = ({ start, text, end }: Chunk, from: number) => {
    const index = text.indexOf('\n', from - start)
    nextBreak = index === -1 ? Number.POSITIVE_INFINITY : start + index
    searched = end
  }
  const lineAt = (offset: number): number => {
    for (const chunk of chunks) {
      if (counted >= offset) break
      if (chunk.end <= counted) continue
      if (searched <= counted) findBreak(chunk, counted)
      const to = Math.min(offset, chunk.end)
      while (nextBreak < to) {
        line++
        lineRest = nextBreak + 1
        dropped = 0
        findBreak(chunk, lineRest)
      }
      counted = to
    }
    return line
  }
  /** The number of characters of the current line in a chunk before an offset. */
  const charactersIn = ({ start, text, end, removed }: Chunk, offset: number): number => {
    const from = Math.max(lineRest, start)
    const to = Math.min(offset, end)
    let count = 0
    for (let at = from; at < to; at++) if ((text.charCodeAt(at - start) & 0xfc00) !== 0xdc00) count++
    return count + removed.filter(index => start + index >= from && start + index <= to).length
  }

  return {
    append(text, removed) {
      if (text.length > 0) chunks.push({ start: end, end: end + text.length, text, removed: [...waiting, ...removed] })
      waiting = text.length > 0 ? [] : [...waiting, ...removed]
      end += text.length
    },
    get end() {
      return end
    },
    slice(from, to) {
      const last = chunks[chunks.length - 1]
      if (last !== undefined && from >= last.start) return last.text.slice(from - last.start, to - last.start)
      const parts = chunks.map(({ start, text }) => text.slice(Math.max(0, from - start), Math.max(0, to - start)))
      return parts.join('')
    },
    lineAt,
    positionAt(offset) {
      lineAt(offset)
      return { line, column: chunks.reduce((sum, chunk) => sum + charactersIn(chunk, offset), dropped) + 1 }
    },
    lineAhead: offset =>
      chunks.reduce((sum, { start, text, end }) => {
        const from = Math.max(0, counted - start)
        return sum + (text.slice(from, Math.min(offset, end) - start).split('\n').length - 1)
      }, line),
    release(offset) {
      for (let chunk = chunks[0]; chunk !== undefined && chunk.end <= offset; chunk = chunks[0]) {
        lineAt(chunk.end)
        dropped += charactersIn(chunk, chunk.end)
        lineRest = Math.max(lineRest, chunk.end)
        chunks.shift()
      }
    },
  }
}
