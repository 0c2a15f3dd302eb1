import type { SiteContext } from '../../../kernel/context/index.js'
import { type Actor, defineOperation, perform } from '../../../kernel/operations/index.js'
import { type PostRecord, postsIn } from '../../../kernel/records/index.js'
import { mayEditPost, postLocks, postSaved, reloadPost } from '../../posts/index.js'
import { splitName } from '../files/file-names.js'
import type { ImageSource } from '../files/image-tools.js'
import { mediaFor, mediaSettings } from '../files/media-settings.js'
import { openFile } from '../files/stored-content.js'
import { isResizable } from '../media-details.js'
import { folderOf, nameOf, originalPath, type StoredFile, type StoredSize, storedFileOf } from '../stored-file.js'
import { inspectImage } from './inspect-file.js'
import { type Derived, deriveImages, isTurned, makeSizes, sizeNames } from './make-images.js'
import { removeFiles, setFile } from './save-file.js'

/** The source of the uploaded file; `undefined` if it no longer exists. */
export async function originalOf(site: SiteContext, file: StoredFile): Promise<ImageSource | undefined> {
  const { storage } = site.get(mediaSettings)
  const path = originalPath(file)
  return storage && ((await openFile(storage, path))?.source ?? (await storage.get(path)))
}

/** Creates the missing sizes of an image, and returns the attachment. */
export async function makeMissingSizes(site: SiteContext, actor: Actor, post: PostRecord): Promise<PostRecord> {
  const media = mediaFor(site, actor)
  const { storage } = media
  const file = await storedFileOf(site.store, post.id)
  if (file === undefined || storage === undefined || !isResizable(post.mimeType)) return post
  const source = await originalOf(site, file)
  const facts = source === undefined ? undefined : await inspectImage(site, actor, source)
  if (source === undefined || facts === undefined) return post
  const missing = sizeNames(media.sizes).filter(name => file.sizes[name] === undefined)
  const { shown, sizes } =
    file.original === null
      ? await deriveImages(media, source, post.mimeType, facts)
      : { shown: undefined, sizes: await makeSizes(media, { source, type: post.mimeType, facts }, missing) }
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
      // If another file has the name, skip the size.
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
    const sizesOf = (current: StoredFile = file): StoredFile => ({
      ...current,
      notes: current.notes ?? facts.notes,
      ...better,
      sizes: { ...current.sizes, ...added },
    })
    return await perform(site, storeSizes, actor, { id: post.id, sizesOf })
  } catch (error) {
    await removeFiles(site, [...written])
    throw error
  }
}

/** The file of an attachment with its sizes; other calls may have added sizes to the stored one. */
interface AddedSizes {
  readonly id: number
  readonly sizesOf: (stored: StoredFile | undefined) => StoredFile
}

const storeSizes = defineOperation(
  async (tx, actor, { id, sizesOf }: AddedSizes): Promise<PostRecord> => {
    const { store } = tx
    await tx.lock(postLocks(id))
    const before = await reloadPost(tx, id, each => mayEditPost(actor, each))
    await setFile(store, id, { file: sizesOf(await storedFileOf(store, id)) })
    const post = await postsIn(store).update(id, {})
    tx.emit(postSaved, { post, before })
    return post
  },
  { concurrent: true },
)
