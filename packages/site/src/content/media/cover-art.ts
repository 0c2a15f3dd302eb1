import { createHash } from 'node:crypto'
import type { StoreSession } from '@platen/storage'
import type { SiteContext } from '../../kernel/context/index.js'
import type { Actor, Tx } from '../../kernel/operations/index.js'
import { metaIn, postsIn, whereMeta } from '../../kernel/records/index.js'
import { insertPost, postLocks, postSaved, preparePost, setInternalMeta } from '../posts/index.js'
import { attachmentType } from './attachments.js'
import { mediaSettings } from './files/media-settings.js'
import { typeOfBytes } from './files/signatures.js'
import { bufferedFile } from './files/stored-content.js'
import type { SavedFile } from './operations/save-file.js'
import { setFile } from './operations/save-file.js'
import { saveUpload } from './operations/save-upload.js'
import type { StoredCover } from './recording-details.js'
import { folderOf, mediaMetaKeys, nameOf, storedFileOf } from './stored-file.js'

/** The cover art of an upload: the image of an attachment, or a saved file without an attachment. */
export interface CoverArt {
  readonly about: StoredCover
  /** Stores the attachment if there is none yet; resolves with its id, `undefined` if it was deleted meanwhile. */
  store(tx: Tx, actor: Actor): Promise<number | undefined>
  /** Removes the saved file. */
  undo(): Promise<void>
}

/** How many attachments with the same cover art are considered. */
const MAX_CANDIDATES = 10

/** A publicly readable attachment with the same image. */
async function existingCover(store: StoreSession, hash: string): Promise<CoverArt | undefined> {
  const { and, eq } = whereMeta
  const covers = await metaIn(store).find({
    where: and(eq('kind', 'post'), eq('key', mediaMetaKeys.coverHash), eq('value', hash)),
    limit: MAX_CANDIDATES,
  })
  for (const { object } of covers.records) {
    const post = await postsIn(store).get(object)
    if (post?.type !== 'attachment' || post.status !== 'inherit' || post.parent !== 0) continue
    const file = await storedFileOf(store, post.id)
    const { width = null, height = null } = file ?? {}
    const about = { type: post.mimeType, width: width ?? undefined, height: height ?? undefined }
    const reuse = async (tx: Tx) => {
      await tx.lock(postLocks(post.id))
      return (await postsIn(tx.store).get(post.id))?.id
    }
    return { about, store: reuse, async undo() {} }
  }
  return undefined
}

/** The attachment of a saved image, without texts. */
async function insertCover(tx: Tx, actor: Actor, saved: SavedFile, mimeType: string, hash: string): Promise<number> {
  const type = attachmentType(tx.site)
  const guid = tx.site.get(mediaSettings).storage?.url(saved.originalPath) ?? ''
  const { input, changes } = await preparePost(tx, actor, type, { title: '' }, { resolvedStatus: 'inherit' })
  const post = await insertPost(tx, actor, type, { input, changes: { ...changes, mimeType, guid } })
  await setFile(tx.store, post.id, saved)
  await setInternalMeta(tx.store, post.id, mediaMetaKeys.coverHash, hash)
  tx.emit(postSaved, { post, before: undefined })
  return post.id
}

/** Saves the cover art of an uploaded file, unless an attachment has it. `undefined` if it is not an accepted image. */
export async function saveCover(
  site: SiteContext,
  actor: Actor,
  bytes: Uint8Array,
  { originalPath }: SavedFile,
): Promise<CoverArt | undefined> {
  const { storage, types } = site.get(mediaSettings)
  const type = typeOfBytes(bytes)
  const accepted = type?.startsWith('image/') === true && Object.entries(types).find(([, each]) => each.type === type)
  if (!accepted || accepted[1].capability !== undefined) return undefined
  const hash = createHash('sha256').update(bytes).digest('hex')
  const existing = await existingCover(site.store, hash)
  if (existing !== undefined) return existing
  const name = `${nameOf(originalPath).replaceAll('.', '-')}-image.${accepted[0]}`
  const file = { ...bufferedFile(storage, bytes), head: bytes, md5: undefined }
  const folder = async () => folderOf(originalPath)
  return saveUpload(
    site,
    actor,
    { upload: { way: 'body', name, file } },
    folder,
    async (saved, { type: mimeType }, { image }) => ({
      about: { type: mimeType, width: image?.width, height: image?.height },
      store: (tx, by) => insertCover(tx, by, saved, mimeType, hash),
      undo: () => saved.undo(),
    }),
  )
}
