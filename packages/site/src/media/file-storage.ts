/** A file on its way into a storage. */
export interface FileToKeep {
  readonly bytes: Uint8Array
  /** Its media type, such as `image/png`. */
  readonly type: string
}

/**
 * Where a site keeps uploaded files. Paths are relative, with `/` between their parts and never `..`; they are names
 * that the site has made, such as `2026/11/photo.jpg`.
 */
export interface FileStorage {
  /** Keeps a file under a path that is free, all of it or nothing; `false` when something is there already. */
  put(path: string, file: FileToKeep): Promise<boolean>
  /** The bytes of a file; `undefined` when there is none. */
  get(path: string): Promise<Uint8Array | undefined>
  /** Removes a file; whether there was one. */
  remove(path: string): Promise<boolean>
  /** The address that a file is served at. */
  url(path: string): string
}
