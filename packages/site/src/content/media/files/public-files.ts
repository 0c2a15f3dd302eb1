import type { StoredContent } from './file-storage.js'
import type { FileType } from './file-types.js'

/** Files that everybody may read, such as those of themes. */
export interface PublicFiles {
  /** The public URL of a file; that of the folder of all for an empty path. */
  url(path: string): string
  /** Opens a file; resolves with `undefined` if it does not exist or is not public. */
  open(path: string): Promise<StoredContent | undefined>
  /** Their media types by extension; those of uploads without it. */
  readonly types?: Readonly<Record<string, FileType>> | undefined
}
