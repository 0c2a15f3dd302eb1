import { changedRequest, type HandlerRequest, type Resource, RestError } from '@platen/core'
import { splitName } from '../../media/file-names.js'
import { mediaSettings, qualityOf } from '../../media/media-settings.js'
import { bufferedFile } from '../../media/stored-content.js'
import type { PostType } from '../../registrations/post-types.js'
import type { SiteContext } from '../../site-context.js'
import { type PostRecord, where } from '../../storage/index.js'
import type { PostDraft } from '../posts/post-draft.js'
import { imageSteps } from './image-edits.js'
import { inspectImage } from './inspect-image.js'
import { keepFile } from './keep-file.js'
import { deriveImages, isTurned } from './make-images.js'
import { isResizable } from './media-details.js'
import { refuseWrongParent } from './media-permissions.js'
import { originalOf } from './process-media.js'
import { insertMedia } from './store-media.js'
import { allPaths, folderOf, mediaMetaKeys, nameOf, storedFileOf } from './stored-file.js'

const unknownImage = () => new RestError('rest_unknown_attachment', 'The address is not that of this image.', 404)
const failed = () => new RestError('rest_image_edit_failed', 'The image could not be edited.', 500)

/** An image that was edited before keeps one mark of it in its name. */
const editedBase = (base: string): string => `${base.replace(/-edited(-\d+)?$/, '')}-edited`

/** Edits an image and keeps the result as an attachment of its own, which takes over its texts; the image stays as it is. */
export async function editImage(
  site: SiteContext,
  type: PostType,
  resource: Resource<PostRecord, PostDraft>,
  post: PostRecord,
  request: HandlerRequest,
): Promise<PostRecord> {
  const { storage, images } = site.get(mediaSettings)
  const file = await storedFileOf(site.store, post.id)
  const { src } = request.params
  const addresses = file === undefined ? [] : allPaths(file).map(path => storage?.url(path))
  if (file === undefined || !post.mimeType.startsWith('image/') || !addresses.includes(String(src)))
    throw unknownImage()
  if (!isResizable(post.mimeType))
    throw new RestError('rest_cannot_edit_file_type', 'Images of this type cannot be edited.', 400)
  const steps = imageSteps(request.params)
  if (steps.length === 0) throw new RestError('rest_image_not_edited', 'The request changes nothing of the image.', 400)
  await refuseWrongParent(site, request)
  const original = await originalOf(site, file)
  if (original === undefined) throw unknownImage()
  const facts = await inspectImage(site, original)
  if (storage === undefined || images === undefined || facts === undefined) throw failed()
  const first = isTurned(facts) ? [{ do: 'upright' } as const] : []
  const edited = await images.make(original, [...first, ...steps], qualityOf(site.get(mediaSettings), post.mimeType))
  if (edited === undefined) throw failed()
  const { bytes, width, height } = edited
  const notes = { ...facts.notes, orientation: Math.min(1, facts.notes.orientation) }
  const own = { width, height, notes }
  const { base, extension } = splitName(file.original ?? nameOf(file.path))
  const accepted = {
    base: editedBase(base),
    extension,
    type: post.mimeType,
    file: bufferedFile(storage, bytes),
    title: undefined,
  }
  const derived = await deriveImages(site.get(mediaSettings), bytes, post.mimeType, own)
  const kept = await keepFile(site, storage, folderOf(file.path), accepted, own, derived)
  const fromOriginal = { ...kept, file: { ...kept.file, editedFrom: { id: post.id, path: file.path } } }
  try {
    return await insertMedia(site, type, resource, await withOwnTexts(site, post, request), {
      kept: fromOriginal,
      mimeType: post.mimeType,
      title: post.title,
      caption: post.excerpt,
    })
  } catch (error) {
    await kept.undo()
    throw error
  }
}

/** What the request says of the new image, and for all else what is said of the old one. */
async function withOwnTexts(site: SiteContext, post: PostRecord, request: HandlerRequest): Promise<HandlerRequest> {
  const { and, eq } = where.meta
  const alt = await site.store.meta.first({
    where: and(eq('kind', 'post'), eq('object', post.id), eq('key', mediaMetaKeys.alt)),
  })
  const { description = post.content, alt_text = alt?.value, post: parent, title, caption } = request.params
  return changedRequest(request, { params: { description, alt_text, post: parent, title, caption } })
}
