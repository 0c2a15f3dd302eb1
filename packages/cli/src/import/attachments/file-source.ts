import type { MissingFile } from './missing-files.js'

/** The bytes of a file, and its name. */
export interface FoundFile {
  readonly name: string
  readonly bytes: Uint8Array
}

/** How large a file may be in bytes, and what ends the search for it. */
export interface FileLimits {
  readonly maxBytes: number
  readonly signal: AbortSignal | undefined
}

/** Where files of attachments come from: `undefined` when the file is not there. */
export type FileSource = (file: MissingFile, limits: FileLimits) => Promise<FoundFile | undefined>
