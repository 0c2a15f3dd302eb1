import { bodyChunks } from '@platen/core'
import { permit, type SiteContext } from '../../../kernel/context/index.js'
import { type Actor, defineOperation, perform } from '../../../kernel/operations/index.js'
import { type PostRecord, postsIn } from '../../../kernel/records/index.js'
import { recordById } from '../../../kernel/rest/index.js'
import { mayEditPost, noSuchPost, postLocks, postSaved, setInternalMeta } from '../../posts/index.js'
import { lastSegment } from '../files/file-names.js'
import { mediaSettings } from '../files/media-settings.js'
import { receiveFile } from '../files/receive-file.js'
import { reloadMedia } from '../rules/media-access.js'
import { mediaMetaKeys, storedFileOf } from '../stored-file.js'
import { setFile } from './save-file.js'
import { type KeptUpload, requireStorage, saveUpload } from './save-upload.js'
import type { NewMedia } from './store-media.js'
import { monthFolder } from './upload-media.js'

/** A file for an attachment without one. */
export interface FileToAttach {
  /** The file name; the site derives a safe and unused one. */
  readonly name: string
  readonly bytes: Uint8Array
  /** The month that it is stored under, such as `2024/02`; by default that of the attachment's date. */
  readonly month?: string | undefined
  /**
   * The path and the sizes of the file in another site. It gets the same path if that is free, and consists of letters,
   * digits and punctuation that paths and URLs do not escape. `isReserved` returns whether a later file needs a path,
   * which sizes then do not take.
   */
  readonly kept?: KeptUpload | undefined
}

/**
 * Adds the file of an attachment that was imported without it, with the smaller sizes and metadata of an image. Texts,
 * dates and guid of the attachment do not change. Rejects with a `RestError` as an upload does, for example if the type is
 * not accepted or the file is too large. An attachment that already has a file is returned unchanged.
 */
export async function attachFile(
  site: SiteContext,
  actor: Actor,
  id: number,
  { name, bytes, month = '', kept }: FileToAttach,
): Promise<PostRecord> {
  const { store } = site
  const storage = requireStorage(site)
  const post = await recordById(postsIn(store), id)
  if (post?.type !== 'attachment') throw noSuchPost()
  permit(mayEditPost(actor, post))
  if ((await storedFileOf(store, id)) !== undefined) return post
  const { maxBytes } = site.get(mediaSettings)
  const file = await receiveFile(storage, bodyChunks({ kind: 'bytes', bytes }), { maxBytes })
  try {
    const upload = { way: 'url', name: lastSegment(name), file } as const
    const folder = async () => (/^\d{4}\/\d{2}$/.test(month) ? `${month}/` : monthFolder(site, post.date))
    const attached = await saveUpload(site, actor, { upload, kept }, folder, (saved, { type: mimeType }) =>
      perform(site, attach, actor, { id, saved, mimeType }),
    )
    return attached ?? (await postsIn(store).get(id)) ?? post
  } finally {
    await file.discard()
  }
}

/** The file of an attachment. */
interface SavedFileOf extends Pick<NewMedia, 'saved' | 'mimeType'> {
  readonly id: number
}

/** Stores the file of an attachment; `undefined` if a concurrent call has attached one. */
const attach = defineOperation(
  async (tx, actor, { id, saved, mimeType }: SavedFileOf): Promise<PostRecord | undefined> => {
    const { store } = tx
    await tx.lock(postLocks(id))
    const before = await reloadMedia(tx, id, post => mayEditPost(actor, post))
    if ((await storedFileOf(store, id)) !== undefined) return undefined
    await setFile(store, id, saved)
    await setInternalMeta(store, id, mediaMetaKeys.url, undefined)
    const post = await postsIn(store).update(id, { mimeType })
    tx.emit(postSaved, { post, before })
    return post
  },
  { concurrent: true },
)
