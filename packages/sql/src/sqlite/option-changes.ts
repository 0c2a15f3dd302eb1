import type { Database } from 'better-sqlite3'

/** Notices changes of options without reading these. */
export interface OptionChanges {
  /** To be called before a write of options. */
  written(): void
  /** To be called after each commit. */
  committed(): void
  /** Changes if options may have changed: the store has written some, or another connection has committed anything. */
  revision(): string
}

/** Watches a file through the only connection of a store that writes; `onForeign` is called when others have committed. */
export function createOptionChanges(writer: Database, onForeign: () => void): OptionChanges {
  const dataVersion = writer.prepare<[], number>('pragma data_version').pluck()
  let version: number | undefined
  let changes = 0
  let isPending = false
  return {
    written() {
      changes++
      isPending = true
    },
    committed() {
      // Values that were read since the write may be from before it.
      if (isPending) changes++
      isPending = false
    },
    revision() {
      const current = dataVersion.get()
      if (version !== current) onForeign()
      version = current
      return `${version} ${changes}`
    },
  }
}
