import { RestError } from '@platen/core'
import { permit, type SiteContext } from '../../../kernel/context/index.js'
import { type Actor, perform, type Tx } from '../../../kernel/operations/index.js'
import { metaIn, type PostRecord, whereMeta } from '../../../kernel/records/index.js'
import { mayEditPost } from '../../posts/index.js'
import { attachmentType } from '../attachments.js'
import { splitName } from '../files/file-names.js'
import type { ImageStep } from '../files/image-tools.js'
import { mediaFor, qualityOf } from '../files/media-settings.js'
import { bufferedFile } from '../files/stored-content.js'
import { isResizable } from '../media-details.js'
import { requirePossibleEdit } from '../rules/edit-limits.js'
import { mayAttach, mayEditImage, reloadMedia } from '../rules/media-access.js'
import { allPaths, mediaMetaKeys, nameOf, originalPath, storedFileOf } from '../stored-file.js'
import { inspectImage } from './inspect-file.js'
import { deriveImages, isTurned } from './make-images.js'
import type { MediaInput } from './media-input.js'
import { originalOf } from './process-media.js'
import { saveFile } from './save-file.js'
import { insertMedia } from './store-media.js'
import { monthFolder } from './upload-media.js'

const unknownImage = () => new RestError('rest_unknown_attachment', 'The URL does not belong to this image.', 404)
const failed = (status: number) => new RestError('rest_image_edit_failed', 'The image could not be edited.', status)
/** The error for a file that is not an image, or that takes too long to process. */
const unreadable = () => failed(400)

/** Clients add queries to URLs of images, so that changed files are not read from a cache. */
const withoutQuery = (url: string): string => url.split('?', 1)[0] ?? ''

/** Adds `-edited` to a base name, once. */
const editedBase = (base: string): string => `${base.replace(/-edited(-\d+)?$/, '')}-edited`

/** The steps of an edit, and the input of the new attachment. */
export interface ImageEdit extends MediaInput {
  /** The URL of the image as the client sees it. */
  readonly src: string
  /** `undefined` if no edit is requested; empty for a copy, because edits such as a full rotation change nothing. */
  readonly steps: readonly ImageStep[] | undefined
}

/** Edits an image and stores the result as a new attachment, which inherits the texts of the original. */
export async function editImage(
  site: SiteContext,
  actor: Actor,
  post: PostRecord,
  { src, steps, ...input }: ImageEdit,
): Promise<PostRecord> {
  const media = mediaFor(site, actor)
  const { storage, images } = media
  const type = attachmentType(site)
  permit(mayEditImage(type, actor))
  permit(mayEditPost(actor, post))
  const file = await storedFileOf(site.store, post.id)
  const urls = file === undefined ? [] : allPaths(file).map(path => storage?.url(path))
  const isOwn = urls.includes(src) || urls.includes(withoutQuery(src))
  if (file === undefined || !post.mimeType.startsWith('image/') || !isOwn) throw unknownImage()
  if (!isResizable(post.mimeType))
    throw new RestError('rest_cannot_edit_file_type', 'Images of this type cannot be edited.', 400)
  if (steps === undefined) throw new RestError('rest_image_not_edited', 'The request does not change the image.', 400)
  const { attachedTo = 0 } = input
  permit(await mayAttach({ site, store: site.store }, type, actor, attachedTo))
  const original = await originalOf(site, file)
  if (original === undefined) throw unknownImage()
  const facts = await inspectImage(site, actor, original)
  if (storage === undefined || images === undefined) throw failed(500)
  if (facts === undefined) throw unreadable()
  requirePossibleEdit(site, steps, facts)
  const first = isTurned(facts) ? [{ do: 'upright' } as const] : []
  const edited = await images.make(original, [...first, ...steps], qualityOf(media, post.mimeType))
  if (edited === undefined) throw unreadable()
  const { bytes, width, height } = edited
  // The file of an edited copy has no photo metadata, but its details contain that of the original.
  const notesBefore = file.notes ?? facts.notes
  const notes = { ...notesBefore, orientation: Math.min(1, notesBefore.orientation) }
  const details = { width, height, notes }
  const { base, extension } = splitName(file.original ?? nameOf(file.path))
  const accepted = {
    base: editedBase(base),
    extension,
    type: post.mimeType,
    file: bufferedFile(storage, bytes),
    title: undefined,
  }
  const derived = await deriveImages(media, bytes, post.mimeType, details)
  const saved = await saveFile(site, storage, {
    folder: await monthFolder(site, ''),
    accepted,
    facts: details,
    derived,
  })
  const turned = notes.orientation === 1
  const editedFrom = { id: post.id, path: originalPath(file) }
  const fromOriginal = { ...saved, file: { ...saved.file, turned, editedFrom } }
  const may = async (tx: Tx, by: Actor) => {
    permit(mayEditImage(type, by))
    await reloadMedia(tx, post.id, each => mayEditPost(by, each))
    return mayAttach(tx, type, by, attachedTo)
  }
  try {
    const media = { input: await withOriginalTexts(site, post, input), saved: fromOriginal, mimeType: post.mimeType }
    return await perform(site, insertMedia, actor, { ...media, may })
  } catch (error) {
    await saved.undo()
    throw error
  }
}

/** The input, with the texts of the original image as defaults. */
async function withOriginalTexts(site: SiteContext, post: PostRecord, input: MediaInput): Promise<MediaInput> {
  const { and, eq } = whereMeta
  const alt = await metaIn(site.store).first({
    where: and(eq('kind', 'post'), eq('object', post.id), eq('key', mediaMetaKeys.alt)),
  })
  const original = { title: post.title, content: post.content, excerpt: post.excerpt, alt: String(alt?.value ?? '') }
  return { ...original, ...input }
}
