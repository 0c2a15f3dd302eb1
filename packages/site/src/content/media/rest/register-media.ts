import type { Args } from '@platen/core'
import type { SiteContext } from '../../../kernel/context/index.js'
import { omittedOfPost, postFamily } from '../../posts/index.js'
import { postTypes } from '../../types/index.js'
import { attachmentHeader, attachmentType } from '../attachments.js'
import { mediaSettings } from '../files/media-settings.js'
import { deleteMedia } from '../operations/delete-media.js'
import type { MediaInput } from '../operations/media-input.js'
import { updateMedia } from '../operations/store-media.js'
import { urlCheck } from '../operations/upload-from-url.js'
import { createMedia } from '../operations/upload-media.js'
import { admitUpload, mayUpdateMedia, mayUpload } from '../rules/media-permissions.js'
import { mediaFields } from './media-fields.js'
import { mediaListArgs, mediaListExtras } from './media-list.js'
import { loadMediaView, type MediaView, mediaLinks } from './media-view.js'
import { readUpload, receiveFormFile } from './read-upload.js'
import { registerImageRoutes } from './register-image-routes.js'

const UPLOAD_ARGS = {
  url: { description: 'The URL of a file to fetch.', type: 'string', format: 'uri' },
  generate_sub_sizes: {
    description: 'Whether to create the smaller sizes of an image.',
    type: 'boolean',
    default: true,
  },
  convert_format: { description: 'Whether images may be stored in another format.', type: 'boolean', default: true },
} as const satisfies Args

/** Declares the routes of attachments: posts of the type `attachment`, each with a file in the site's storage. */
export function registerMedia(site: SiteContext): void {
  const type = site.get(postTypes).get('attachment')
  if (type?.showInRest !== true) return
  const attachments = attachmentType(site)
  const resource = postFamily<MediaView, MediaInput>(site, type, {
    id: 'The identifier of the file.',
    fields: mediaFields(site, attachments),
    load: (posts, needs, request, context, found) =>
      loadMediaView(site, attachments, { posts, needs, request, context, found }),
    omitted: omittedOfPost,
    links: { needs: ['meta', 'linked', 'ancestors'], rows: mediaLinks(site, type) },
    list: {
      args: context => mediaListArgs(site, type, context),
      extras: request => mediaListExtras(site, request),
    },
    input: () => ({}),
    create: {
      args: UPLOAD_ARGS,
      validators: { url: urlCheck(site) },
      skipValidation: ['url'],
      permission: request => mayUpload(site, type, request),
      body: {
        maxFileBytes: site.get(mediaSettings).maxBytes,
        receive: (file, request) => receiveFormFile(site, file, request),
        admit: request => admitUpload(type, request),
      },
      async run(input, request) {
        const { title, caption, generate_sub_sizes: sizes } = request.params
        // An empty title or caption falls back to that of the file.
        if (!title) delete input.title
        if (!caption) delete input.excerpt
        const upload = await readUpload(site, request)
        return createMedia(site, site.principal(request), { ...input, upload, sizes: sizes !== false })
      },
      headers: ({ id }) => attachmentHeader(site, id),
    },
    update: { permission: request => mayUpdateMedia(site, type, request), run: updateMedia },
    remove: {
      force: 'Must be true: files have no trash.',
      trash: 'Files have no trash. Use force=true to delete them.',
      run: deleteMedia,
    },
  })

  registerImageRoutes(site, type, resource)
}
