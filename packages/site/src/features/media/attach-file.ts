import { bodyChunks, RestError } from '@platen/core'
import type { SitePrincipal } from '../../access/site-principal.js'
import { mediaSettings } from '../../media/media-settings.js'
import { receiveFile } from '../../media/receive-file.js'
import type { SiteContext } from '../../site-context.js'
import type { PostRecord } from '../../storage/index.js'
import { setOwnMeta } from '../posts/own-values.js'
import { type AcceptedFile, acceptUpload } from './accept-upload.js'
import { deriveImages } from './make-images.js'
import { type SavedFile, saveFile } from './save-file.js'
import { mediaMetaKeys, storedFileOf } from './stored-file.js'

/** A file for an attachment that has none. */
export interface FileToAttach {
  /** Its name; the site makes a safe and free one of it. */
  readonly name: string
  readonly bytes: Uint8Array
  /** The month that it is stored under, such as `2024/02`; that of the attachment unless given. */
  readonly month?: string | undefined
}

const unavailable = () => new RestError('rest_upload_unavailable', 'This site has no place to keep files in.', 501)
const notAnAttachment = () => new RestError('rest_post_invalid_id', 'There is no such attachment.', 404)

/**
 * Stores the file of an attachment that has none, as an import leaves it, with the smaller sizes and what is read from an
 * image; texts, dates and guid of the attachment stay as they are. Rejects with a `RestError` as uploading does: for a
 * type that is not accepted, or a file that is too large. An attachment that has a file already is returned unchanged.
 */
export async function attachFile(
  site: SiteContext,
  principal: SitePrincipal,
  id: number,
  { name, bytes, month }: FileToAttach,
): Promise<PostRecord> {
  const { store } = site
  const media = site.get(mediaSettings)
  const { storage } = media
  if (storage === undefined) throw unavailable()
  const post = await store.posts.get(id)
  if (post?.type !== 'attachment') throw notAnAttachment()
  if ((await storedFileOf(store, id)) !== undefined) return post
  const chunks = bodyChunks({ kind: 'bytes', bytes })
  const file = await receiveFile(storage, chunks, { maxBytes: media.maxBytes })
  try {
    const accepted = acceptUpload(site, principal, { way: 'url', name, file })
    const facts = accepted.type.startsWith('image/') ? await media.images?.inspect(file.source) : undefined
    const derived = await deriveImages(media, file.source, accepted.type, facts)
    const saved = await saveFile(site, storage, await folderOf(site, post, month), accepted, facts, derived)
    return await storeFile(site, post, accepted, saved)
  } finally {
    await file.discard()
  }
}

async function folderOf(site: SiteContext, { date }: PostRecord, month = ''): Promise<string> {
  if (/^\d{4}\/\d{2}$/.test(month)) return `${month}/`
  const dated = date === '' ? (await site.options()).time.local(site.services.clock()) : date
  return `${dated.slice(0, 4)}/${dated.slice(5, 7)}/`
}

async function storeFile(
  { store }: SiteContext,
  post: PostRecord,
  { type: mimeType }: AcceptedFile,
  saved: SavedFile,
): Promise<PostRecord> {
  const { id } = post
  try {
    const stored = await store.transaction(async contents => {
      const current = await contents.posts.get(id)
      if (current?.type !== 'attachment') throw notAnAttachment()
      if ((await storedFileOf(contents, id)) !== undefined) return undefined
      await setOwnMeta(contents, id, mediaMetaKeys.path, saved.file.path)
      await setOwnMeta(contents, id, mediaMetaKeys.file, saved.file)
      await setOwnMeta(contents, id, mediaMetaKeys.url, undefined)
      return contents.posts.update(id, { mimeType })
    })
    if (stored !== undefined) return stored
  } catch (error) {
    await saved.undo()
    throw error
  }
  // Somebody else was faster.
  await saved.undo()
  return (await store.posts.get(id)) ?? post
}
