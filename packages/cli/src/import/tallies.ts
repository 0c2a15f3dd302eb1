import { createWxrNotes, type WxrNote, type WxrNotes } from '../wxr/wxr-notes.js'

/** How many records of a kind were created, and how many were skipped because they already existed. */
export interface Tally {
  readonly created: number
  readonly skipped: number
  /** How many cannot be imported, for reasons in the notes; absent if there are none. */
  readonly refused?: number
}

/** A note on a file, by the name of the file; empty if it has none. */
export interface ImportNote extends WxrNote {
  readonly file: string
}

/** Something that a file contains and the site does not, or not in the same form. */
export interface Loss {
  readonly count: number
  /** The first few records that it concerns, such as `post 12 "Mint"`. */
  readonly examples: readonly string[]
}

/**
 * The result of an import by kind, in file order: `authors`, `terms of category`, `posts of type page`, `comments`…
 * `losses` contains what was not imported, or changed, by its description.
 */
export interface ImportSummary extends ReadonlyMap<string, Tally> {
  /** What was not imported as it is in the files, by line. */
  readonly notes: readonly ImportNote[]
  readonly losses: ReadonlyMap<string, Loss>
}

/** The kind of the terms of a taxonomy. */
export const termsOf = (taxonomy: string): string => `terms of ${taxonomy}`

/** The kind of the posts of a type. */
export const postsOf = (type: string): string => `posts of type ${type}`

/** The counters of an import. */
export interface Tallies {
  add(kind: string, outcome: keyof Tally, count?: number): void
  /** Whether there are records of a kind. */
  has(kind: string): boolean
  /** Counts what is not imported, or changed. */
  lose(what: string, example?: string, count?: number): void
  /** Begins the next file; returns its notes. */
  beginFile(name: string): WxrNotes
  /** Adds a note on a record of the current file. */
  note(text: string, line: number): void
  summary(): ImportSummary
}

/** How many examples of a loss are named, and their maximum length. */
const EXAMPLES = 5
const EXAMPLE_LENGTH = 100

/** Creates the counters of an import. */
export function createTallies(): Tallies {
  const tallies = new Map<string, Tally>()
  const losses = new Map<string, Loss>()
  const files: { readonly name: string; readonly notes: WxrNotes }[] = []
  return {
    add(kind, outcome, count = 1) {
      const before = tallies.get(kind) ?? { created: 0, skipped: 0 }
      if (count > 0) tallies.set(kind, { ...before, [outcome]: (before[outcome] ?? 0) + count })
    },
    beginFile(name) {
      const notes = createWxrNotes()
      files.push({ name, notes })
      return notes
    },
    note: (text, line) => files.at(-1)?.notes.add(text, line),
    summary() {
      const notes = files.flatMap(({ name: file, notes }) => notes.list().map(note => ({ file, ...note })))
      return Object.assign(new Map(tallies), { notes, losses: new Map(losses) })
    },
    has: kind => tallies.has(kind),
    lose(what, example, count = 1) {
      if (count === 0) return
      const before = losses.get(what) ?? { count: 0, examples: [] }
      const text = example?.slice(0, EXAMPLE_LENGTH)
      const isNew = text !== undefined && before.examples.length < EXAMPLES && !before.examples.includes(text)
      losses.set(what, {
        count: before.count + count,
        examples: isNew ? [...before.examples, text] : before.examples,
      })
    },
  }
}
