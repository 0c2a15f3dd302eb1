import type { StoreSession } from '@platen/storage'
import { metaIn, whereMeta } from '../../kernel/records/index.js'
import type { PhotoMetadata } from './files/image-tools.js'
import type { StoredRecording } from './recording-details.js'

/** Internal meta keys of attachments; clients read and write them as fields. */
export const mediaMetaKeys = Object.freeze({
  /** The path of the file in the storage, which searches match. */
  path: '_attached_file',
  /** A {@link StoredFile}. */
  file: '_attachment_details',
  alt: '_image_alt',
  /** The original URL of an imported attachment whose file was not fetched. */
  url: '_attachment_url',
  /** The hash of an image that was the cover art of an upload. */
  coverHash: '_cover_hash',
})

/** A derived image in the same folder. */
export interface StoredSize {
  readonly file: string
  readonly width: number
  readonly height: number
  readonly type: string
  readonly bytes: number
}

/** The stored details of an uploaded file; `null` if unknown or missing. */
export interface StoredFile {
  /** The path of the displayed file. */
  readonly path: string
  readonly bytes: number
  readonly width: number | null
  readonly height: number | null
  readonly sizes: Readonly<Record<string, StoredSize>>
  /** The name of the uploaded file, if a scaled or rotated one is displayed instead. */
  readonly original: string | null
  readonly notes: PhotoMetadata | null
  /** Whether the displayed image was rotated to upright. */
  readonly turned: boolean
  /** The attachment that the image is an edited copy of. */
  readonly editedFrom: { readonly id: number; readonly path: string } | null
  /** The properties of an audio or video file. */
  readonly recording?: StoredRecording | undefined
}

/** Parses the stored details of a file; `undefined` for values that the site did not write. */
export function asStoredFile(value: unknown): StoredFile | undefined {
  if (value === null || typeof value !== 'object' || !('path' in value) || typeof value.path !== 'string')
    return undefined
  return 'sizes' in value && value.sizes !== null && typeof value.sizes === 'object' ? (value as StoredFile) : undefined
}

/** Loads the details of the files of attachments, by their ids. */
export async function storedFilesOf(
  store: StoreSession,
  ids: readonly number[],
): Promise<ReadonlyMap<number, StoredFile>> {
  const { and, eq, in: isIn } = whereMeta
  const { records } = await metaIn(store).find({
    where: and(eq('kind', 'post'), isIn('object', ids), eq('key', mediaMetaKeys.file)),
    order: [{ by: 'field', field: 'id', direction: 'desc' }],
  })
  // The first of several values comes last.
  const files = new Map(records.map(({ object, value }) => [object, asStoredFile(value)] as const))
  return new Map([...files].flatMap(([id, file]) => (file === undefined ? [] : [[id, file] as const])))
}

/** Loads the details of an attachment's file. */
export const storedFileOf = async (store: StoreSession, id: number): Promise<StoredFile | undefined> =>
  (await storedFilesOf(store, [id])).get(id)

/** The folder of a path, with a trailing slash. */
export const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1)

/** The last part of a path or URL. */
export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** The path of the uploaded file, which may not be the displayed one. */
export const originalPath = ({ path, original }: StoredFile): string =>
  original === null ? path : `${folderOf(path)}${original}`

/** The paths of an uploaded file and its derived images. */
export function allPaths(file: StoredFile): readonly string[] {
  const folder = folderOf(file.path)
  const sizes = Object.values(file.sizes).map(size => size.file)
  if (file.original !== null) sizes.push(file.original)
  return [...new Set([file.path, ...sizes.map(name => folder + name)])]
}
