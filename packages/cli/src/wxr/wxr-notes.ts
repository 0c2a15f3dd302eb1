/** Something in a file that was not imported as it is: how often it occurs, and the line of the first occurrence. */
export interface WxrNote {
  readonly text: string
  readonly line: number
  readonly count: number
}

/** Collects what a reader ignores or changes. */
export interface WxrNotes {
  add(text: string, line: number, count?: number): void
  /** The notes in the order of their first occurrence. */
  list(): readonly WxrNote[]
}

/** The maximum number of different notes, because a file can contain any number of unknown elements. */
const MAX_NOTES = 100
const OTHERS = 'other parts are not imported'

/** Creates an empty collection. */
export function createWxrNotes(): WxrNotes {
  const notes = new Map<string, WxrNote>()
  return {
    add(given, line, count = 1) {
      const text = notes.has(given) || notes.size < MAX_NOTES ? given : OTHERS
      const note = notes.get(text)
      notes.set(text, { text, line: note?.line ?? line, count: (note?.count ?? 0) + count })
    },
    list: () => [...notes.values()],
  }
}
