import type { MissingFile } from './missing-files.js'

/** The bytes of a file, and its name. */
export interface FoundFile {
  readonly name: string
  readonly bytes: Uint8Array
}

/** The largest size of a file in bytes, and what aborts the search. */
export interface FileLimits {
  readonly maxBytes: number
  readonly signal: AbortSignal | undefined
}

/** Finds the file of an attachment; `undefined` when the source does not have it. */
export type FileSource = (file: MissingFile, limits: FileLimits) => Promise<FoundFile | undefined>
