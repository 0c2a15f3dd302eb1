import type { HandlerRequest } from '@platen/core'
import { splitName } from '../../media/file-names.js'
import type { ImageSource } from '../../media/image-tools.js'
import { mediaSettings } from '../../media/media-settings.js'
import { openFile } from '../../media/stored-content.js'
import type { SiteContext } from '../../site-context.js'
import type { PostRecord } from '../../storage/index.js'
import { setOwnMeta } from '../posts/own-values.js'
import { asItIsNow, mayEdit } from '../posts/post-permissions.js'
import { inspectImage } from './inspect-image.js'
import { removeFiles } from './keep-file.js'
import { type Derived, deriveImages, isTurned, makeSizes, sizeNames } from './make-images.js'
import { isResizable } from './media-details.js'
import { folderOf, mediaMetaKeys, nameOf, type StoredFile, type StoredSize, storedFileOf } from './stored-file.js'

/** Where image tools read a file as it was uploaded; `undefined` when it is gone. */
export async function originalOf(site: SiteContext, file: StoredFile): Promise<ImageSource | undefined> {
  const { storage } = site.get(mediaSettings)
  const path = `${folderOf(file.path)}${file.original ?? nameOf(file.path)}`
  return storage && (await openFile(storage, path))?.source
}

/** Makes of an image what was not made when it was uploaded, and says what the attachment is then. */
export async function makeMissingSizes(
  site: SiteContext,
  post: PostRecord,
  request: HandlerRequest,
): Promise<PostRecord> {
  const { storage } = site.get(mediaSettings)
  const file = await storedFileOf(site.store, post.id)
  if (file === undefined || storage === undefined || !isResizable(post.mimeType)) return post
  const source = await originalOf(site, file)
  const facts = source === undefined ? undefined : await inspectImage(site, source)
  if (source === undefined || facts === undefined) return post
  const missing = sizeNames(site.get(mediaSettings).sizes).filter(name => file.sizes[name] === undefined)
  const { shown, sizes } =
    file.original === null
      ? await deriveImages(site.get(mediaSettings), source, post.mimeType, facts)
      : { shown: undefined, sizes: await makeSizes(site.get(mediaSettings), source, post.mimeType, facts, missing) }
  const folder = folderOf(file.path)
  const original = file.original ?? nameOf(file.path)
  const { base, extension } = splitName(original)
  const nameFor = (image: Derived) => `${base}${image.suffix}.${extension}`
  const ours = new Set(Object.values(file.sizes).map(size => size.file))
  const written = new Set<string>()
  const put = async (image: Derived) => {
    const path = folder + nameFor(image)
    if (written.has(path) || ours.has(nameFor(image))) return true
    const isFree = await storage.put(path, { bytes: image.bytes, type: post.mimeType })
    if (isFree) written.add(path)
    return isFree
  }
  try {
    const added: Record<string, StoredSize> = {}
    for (const [name, image] of sizes) {
      const { width, height } = image
      // Where a file of somebody else has the name, the image does without this size.
      if (missing.includes(name) && (await put(image))) {
        added[name] = { file: nameFor(image), width, height, type: post.mimeType, bytes: image.bytes.length }
      }
    }
    const isShown = shown !== undefined && (await put(shown))
    const better: Partial<StoredFile> = isShown
      ? {
          path: folder + nameFor(shown),
          bytes: shown.bytes.length,
          width: shown.width,
          height: shown.height,
          original,
          turned: isTurned(facts),
        }
      : { width: file.width ?? facts.width, height: file.height ?? facts.height }
    if (Object.keys(added).length === 0 && !isShown && file.width !== null) return post
    return await site.store.transaction(async contents => {
      await asItIsNow(contents, post.id, each => mayEdit(each, request))
      // Somebody else may have made some meanwhile.
      const known = (await storedFileOf(contents, post.id)) ?? file
      const all = { ...known, notes: known.notes ?? facts.notes, ...better, sizes: { ...known.sizes, ...added } }
      await setOwnMeta(contents, post.id, mediaMetaKeys.file, all)
      await setOwnMeta(contents, post.id, mediaMetaKeys.path, all.path)
      return contents.posts.update(post.id, {})
    })
  } catch (error) {
    await removeFiles(site, [...written])
    throw error
  }
}
