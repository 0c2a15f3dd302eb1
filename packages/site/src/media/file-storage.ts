import type { ImageSource } from './image-tools.js'

/** A file on its way into a storage. */
export interface FileToStore {
  readonly bytes: Uint8Array
  /** Its media type, such as `image/png`. */
  readonly type: string
}

/** A file that a storage has taken in and that has no path yet. It stays until it is discarded, wherever it is put. */
export interface TemporaryFile {
  /** In bytes. */
  readonly size: number
  /** Where image tools read it. */
  readonly source: ImageSource
  /** Keeps the file under a path that is free; `false` when something is there already. */
  put(path: string, type: string): Promise<boolean>
  /** Removes it; what it was put under stays. It may be called again. */
  discard(): Promise<void>
}

/** A file of a storage, opened for reading. */
export interface StoredContent {
  /** In bytes. */
  readonly size: number
  /** Differs whenever the bytes under the path do. */
  readonly version: string
  /** When it was stored, in milliseconds since 1970. */
  readonly modified?: number | undefined
  /** Where image tools read it. */
  readonly source: ImageSource
  /** Reads the bytes from the first to the last position, both included. */
  read(first: number, last: number): AsyncIterable<Uint8Array>
}

/**
 * Where a site keeps uploaded files. Paths are relative, with `/` between their parts and never `..`; they are names
 * that the site has made, such as `2026/11/photo.jpg`.
 */
export interface FileStorage {
  /** Keeps a file under a path that is free, all of it or nothing; `false` when something is there already. */
  put(path: string, file: FileToStore): Promise<boolean>
  /** The bytes of a file; `undefined` when there is none. */
  get(path: string): Promise<Uint8Array | undefined>
  /** Removes a file; whether there was one. */
  remove(path: string): Promise<boolean>
  /**
   * The paths that begin with a text, up to and with the next `/`: those of the files of one folder whose names begin so.
   * Without it a name that is free is found by trying one after the other.
   */
  list?(prefix: string): Promise<readonly string[]>
  /** The address that a file is served at. */
  url(path: string): string
  /**
   * Takes in a file whose bytes are still arriving. It rejects with what `chunks` throws, and then nothing of the file
   * stays. Without it uploads are held in memory.
   */
  receive?(chunks: AsyncIterable<Uint8Array>): Promise<TemporaryFile>
  /** Opens a file for reading; `undefined` when there is none. Without it files are read into memory to be served. */
  open?(path: string): Promise<StoredContent | undefined>
}
