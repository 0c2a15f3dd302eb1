import type { MissingFile } from './missing-files.js'

/** The name and the bytes of a file. */
export interface FoundFile {
  readonly name: string
  readonly bytes: Uint8Array
}

/** The maximum size of a file in bytes, and the signal that aborts the search. */
export interface FileLimits {
  readonly maxBytes: number
  readonly signal: AbortSignal | undefined
}

/** Finds the file of an attachment; `undefined` if the source does not have it. */
export type FileSource = (file: MissingFile, limits: FileLimits) => Promise<FoundFile | undefined>
