import { bodyChunks, RestError } from '@platen/core'
import type { SitePrincipal } from '../../access/site-principal.js'
import { mediaSettings } from '../../media/media-settings.js'
import { receiveFile } from '../../media/receive-file.js'
import type { SiteContext } from '../../site-context.js'
import { setOwnMeta } from '../posts/own-values.js'
import type { PostRecord } from '../posts/post-collection.js'
import { type AcceptedFile, acceptUpload } from './accept-upload.js'
import { deriveImages } from './make-images.js'
import { type SavedFile, saveFile } from './save-file.js'
import { mediaMetaKeys, storedFileOf } from './stored-file.js'

/** A file for an attachment without one. */
export interface FileToAttach {
  /** The file name; the site derives a safe and unused one. */
  readonly name: string
  readonly bytes: Uint8Array
  /** The month that it is stored under, such as `2024/02`; by default that of the attachment's date. */
  readonly month?: string | undefined
}

const unavailable = () => new RestError('rest_upload_unavailable', 'This site has no file storage.', 501)
const notAnAttachment = () => new RestError('rest_post_invalid_id', 'The attachment does not exist.', 404)

/**
 * Adds the file of an attachment that was imported without it, with the smaller sizes and metadata of an image. Texts,
 * dates and guid of the attachment do not change. Rejects with a `RestError` as an upload does, for example if the type is
 * not accepted or the file is too large. An attachment that already has a file is returned unchanged.
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
    const stored = await store.transaction(async tx => {
      const current = await tx.posts.get(id)
      if (current?.type !== 'attachment') throw notAnAttachment()
      if ((await storedFileOf(tx, id)) !== undefined) return undefined
      await setOwnMeta(tx, id, mediaMetaKeys.path, saved.file.path)
      await setOwnMeta(tx, id, mediaMetaKeys.file, saved.file)
      await setOwnMeta(tx, id, mediaMetaKeys.url, undefined)
      return tx.posts.update(id, { mimeType })
    })
    if (stored !== undefined) return stored
  } catch (error) {
    await saved.undo()
    throw error
  }
  // A concurrent call has attached a file.
  await saved.undo()
  return (await store.posts.get(id)) ?? post
}
