import type { PhotoNotes } from '../../media/image-tools.js'
import { type StoreContents, where } from '../../storage/index.js'

/** Meta keys that attachments use for themselves; clients know them by other names. */
export const mediaMetaKeys = Object.freeze({
  /** The path of the file in the storage: what searches look at. */
  path: '_attached_file',
  /** A {@link StoredFile}. */
  file: '_attachment_details',
  alt: '_image_alt',
  /** Where the file of an imported attachment is that was not fetched. */
  url: '_attachment_url',
})

/** An image that was made of another one, in the same folder. */
export interface StoredSize {
  readonly file: string
  readonly width: number
  readonly height: number
  readonly type: string
  readonly bytes: number
}

/** What is remembered of an uploaded file. What is not known, or there is not, is `null`. */
export interface StoredFile {
  /** The path of the file that is shown. */
  readonly path: string
  readonly bytes: number
  readonly width: number | null
  readonly height: number | null
  readonly sizes: Readonly<Record<string, StoredSize>>
  /** The name of the file as it was uploaded, when a scaled or turned one is shown instead. */
  readonly original: string | null
  readonly notes: PhotoNotes | null
  /** Whether what is shown was turned upright. */
  readonly turned: boolean
  /** The attachment that the image was edited out of. */
  readonly editedFrom: { readonly id: number; readonly path: string } | null
}

/** Reads what is remembered of a file; `undefined` for what was never written by this site. */
export function asStoredFile(value: unknown): StoredFile | undefined {
  if (value === null || typeof value !== 'object' || !('path' in value) || typeof value.path !== 'string')
    return undefined
  return 'sizes' in value && value.sizes !== null && typeof value.sizes === 'object' ? (value as StoredFile) : undefined
}

/** What is remembered of the file of an attachment. */
export async function storedFileOf(contents: Pick<StoreContents, 'meta'>, id: number): Promise<StoredFile | undefined> {
  const { and, eq } = where.meta
  const key = and(eq('kind', 'post'), eq('object', id), eq('key', mediaMetaKeys.file))
  return asStoredFile((await contents.meta.first({ where: key }))?.value)
}

/** The folder of a path, with a slash at its end. */
export const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1)

/** The name of a file without its folder. */
export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** The paths of all files that belong to an uploaded one. */
export function allPaths(file: StoredFile): readonly string[] {
  const folder = folderOf(file.path)
  const others = Object.values(file.sizes).map(size => size.file)
  if (file.original !== null) others.push(file.original)
  return [...new Set([file.path, ...others.map(name => folder + name)])]
}
