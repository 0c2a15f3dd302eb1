import { type HandlerRequest, type Resource, RestError } from '@platen/core'
import type { FileStorage } from '../../media/file-storage.js'
import { mediaSettings } from '../../media/media-settings.js'
import type { PostType } from '../../registrations/post-types.js'
import type { SiteContext } from '../../site-context.js'
import type { PostRecord } from '../../storage/index.js'
import type { PostDraft } from '../posts/post-draft.js'
import { acceptUpload } from './accept-upload.js'
import { inspectImage } from './inspect-image.js'
import { keepFile } from './keep-file.js'
import { deriveImages } from './make-images.js'
import { titleOfNotes } from './media-details.js'
import { refuseWrongParent, wantedParent } from './media-permissions.js'
import { readUpload } from './read-upload.js'
import { insertMedia } from './store-media.js'
import type { Upload } from './upload-refusal.js'

/** Files are kept by month: that of the post they are attached to, or else this one. Pages are of no month. */
async function folderFor(site: SiteContext, request: HandlerRequest): Promise<string> {
  const parent = await wantedParent(site, request)
  const { time } = await site.options()
  const dated = parent !== undefined && parent.type !== 'page' && parent.date !== ''
  const date = dated ? parent.date : time.local(site.services.clock())
  return `${date.slice(0, 4)}/${date.slice(5, 7)}/`
}

/** Takes an uploaded file in: keeps it, makes what belongs to it, stores its attachment. Nothing of it stays when it fails. */
export async function uploadMedia(
  site: SiteContext,
  type: PostType,
  resource: Resource<PostRecord, PostDraft>,
  request: HandlerRequest,
): Promise<PostRecord> {
  const media = site.get(mediaSettings)
  const { storage } = media
  const upload = await readUpload(site, request)
  try {
    if (storage === undefined)
      throw new RestError('rest_upload_unavailable', 'This site has no place to keep files in.', 501)
    return await keepUpload(site, type, resource, request, storage, upload)
  } finally {
    await upload.file.discard()
  }
}

async function keepUpload(
  site: SiteContext,
  type: PostType,
  resource: Resource<PostRecord, PostDraft>,
  request: HandlerRequest,
  storage: FileStorage,
  upload: Upload,
): Promise<PostRecord> {
  const media = site.get(mediaSettings)
  const accepted = acceptUpload(site, site.principal(request), upload)
  await refuseWrongParent(site, request)
  const facts = accepted.type.startsWith('image/') ? await inspectImage(site, accepted.file.source) : undefined
  const derived =
    request.params['generate_sub_sizes'] === false
      ? { shown: undefined, sizes: new Map() }
      : await deriveImages(media, accepted.file.source, accepted.type, facts)
  const kept = await keepFile(site, storage, await folderFor(site, request), accepted, facts, derived)
  try {
    return await insertMedia(site, type, resource, request, {
      kept,
      mimeType: accepted.type,
      title: (facts === undefined ? '' : titleOfNotes(facts.notes)) || (accepted.title ?? kept.base),
      caption: facts?.notes.caption ?? '',
    })
  } catch (error) {
    await kept.undo()
    throw error
  }
}
