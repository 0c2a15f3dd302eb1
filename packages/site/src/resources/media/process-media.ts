import type { HandlerRequest } from '@platen/core'
import type { SiteContext } from '../../site-context.js'
import { type PostRecord, where } from '../../storage/index.js'
import { splitName } from '../../media/file-names.js'
import { setOwnMeta } from '../posts/store-post.js'
import { asItIsNow, mayEdit } from '../posts/post-permissions.js'
import { removeFiles } from './keep-file.js'
import { makeSizes, sizeNames } from './make-images.js'
import { isResizable } from './media-details.js'
import { asStoredFile, folderOf, mediaMetaKeys, nameOf, type StoredFile, type StoredSize } from './stored-file.js'

/** What is remembered of the file of an attachment. */
export async function storedFileOf(site: SiteContext, id: number): Promise<StoredFile | undefined> {
  const { and, eq } = where.meta
  const key = and(eq('kind', 'post'), eq('object', id), eq('key', mediaMetaKeys.file))
  return asStoredFile((await site.store.meta.first({ where: key }))?.value)
}

/** The bytes of a file as it was uploaded. */
export async function originalOf(site: SiteContext, file: StoredFile): Promise<Uint8Array | undefined> {
  return site.media.storage?.get(`${folderOf(file.path)}${file.original ?? nameOf(file.path)}`)
}

/** Makes the sizes of an image that it has not yet, and says what the attachment is then. */
export async function makeMissingSizes(site: SiteContext, post: PostRecord, request: HandlerRequest): Promise<PostRecord> {
  const { storage, images } = site.media
  const file = await storedFileOf(site, post.id)
  if (file === undefined || storage === undefined || !isResizable(post.mimeType)) return post
  const bytes = await originalOf(site, file)
  const facts = bytes === undefined ? undefined : await images?.inspect(bytes)
  if (bytes === undefined || facts === undefined) return post
  const missing = sizeNames(site.media.sizes).filter(name => file.sizes[name] === undefined)
  const made = await makeSizes(site.media, bytes, post.mimeType, facts, missing)
  const { base, extension } = splitName(file.original ?? nameOf(file.path))
  const sizes: Record<string, StoredSize> = { ...file.sizes }
  const written: string[] = []
  try {
    for (const [name, { suffix, bytes: own, width, height }] of made) {
      const sized = `${base}${suffix}.${extension}`
      const path = folderOf(file.path) + sized
      const isOurs = Object.values(sizes).some(size => size.file === sized)
      if (!isOurs) {
        // A file of somebody else has the name: the image does without this size.
        if (!(await storage.put(path, { bytes: own, type: post.mimeType }))) continue
        written.push(path)
      }
      sizes[name] = { file: sized, width, height, type: post.mimeType, bytes: own.length }
    }
    if (written.length === 0 && Object.keys(sizes).length === Object.keys(file.sizes).length) return post
    return await site.store.transaction(async contents => {
      const current = await asItIsNow(contents, post.id, each => mayEdit(each, request))
      await setOwnMeta(contents, post.id, mediaMetaKeys.file, { ...file, sizes })
      return contents.posts.update(current.id, {})
    })
  } catch (error) {
    await removeFiles(site, written)
    throw error
  }
}
