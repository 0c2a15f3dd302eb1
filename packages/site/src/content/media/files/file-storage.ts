import type { FileType } from './file-types.js'
import type { ImageSource } from './image-tools.js'

/** A file to store. */
export interface FileToStore {
  readonly bytes: Uint8Array
  /** Its media type, such as `image/png`. */
  readonly type: string
}

/** A received file that has no path yet. It exists until it is discarded, even after `put`. */
export interface TemporaryFile {
  /** In bytes. */
  readonly size: number
  /** The source for image tools. */
  readonly source: ImageSource
  /** Stores the file under a path; resolves with `false` if the path is taken. */
  put(path: string, type: string): Promise<boolean>
  /** Removes the temporary file, but not the files that `put` stored. Safe to call again. */
  discard(): Promise<void>
}

/** A stored file, opened for reading. */
export interface StoredContent {
  /** In bytes. */
  readonly size: number
  /** Changes whenever the bytes under the path change. */
  readonly version: string
  /** The time of storage in milliseconds since the Unix epoch. */
  readonly modified?: number | undefined
  /** The source for image tools; without it, they get the bytes. */
  readonly source?: ImageSource | undefined
  /** Reads the bytes at positions `first` to `last`, inclusive. */
  read(first: number, last: number): AsyncIterable<Uint8Array>
}

/** Stores uploaded files. Paths are relative, such as `2026/11/photo.jpg`, and never contain `..`. */
export interface FileStorage {
  /** Stores a file atomically under a path; resolves with `false` if the path is taken. */
  put(path: string, file: FileToStore): Promise<boolean>
  /** Reads a file; resolves with `undefined` if it does not exist. */
  get(path: string): Promise<Uint8Array | undefined>
  /** Removes a file; resolves with whether it existed. */
  remove(path: string): Promise<boolean>
  /**
   * Lists the files of one folder whose paths start with `prefix`, and subfolders up to their `/`. Without it, the site
   * tries names one by one to find a free one.
   */
  list?(prefix: string): Promise<readonly string[]>
  /**
   * The size in bytes of all files in a folder and the folders within it; of all files for an empty name. Rejects when the
   * signal aborts. Without it, the size is unknown.
   */
  size?(folder: string, signal?: AbortSignal): Promise<number>
  /** The public URL of a file. */
  url(path: string): string
  /** Streams a file; if `chunks` throws, nothing is stored. Without it, uploads are buffered in memory. */
  receive?(chunks: AsyncIterable<Uint8Array>): Promise<TemporaryFile>
  /** Opens a file; resolves with `undefined` if it does not exist. Without it, files are served from memory. */
  open?(path: string): Promise<StoredContent | undefined>
}

/** Files that everybody may read, such as those of themes. */
export interface PublicFiles {
  /** The public URL of a file; that of the folder of all for an empty path. */
  url(path: string): string
  /** Opens a file; resolves with `undefined` if it does not exist or is not public. */
  open(path: string): Promise<StoredContent | undefined>
  /** Their media types by extension; those of uploads without it. */
  readonly types?: Readonly<Record<string, FileType>> | undefined
}
