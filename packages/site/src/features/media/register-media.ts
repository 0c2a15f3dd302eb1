import { type Args, defineResource, type HandlerRequest, linkTable } from '@platen/core'
import { mediaSettings } from '../../media/media-settings.js'
import { inTransaction } from '../../operations/tx.js'
import { postTypes } from '../../registrations/post-types.js'
import { crudRoutes } from '../../rest/crud-routes.js'
import { extraInput, withExtraFields } from '../../rest/extra-fields.js'
import type { SiteContext } from '../../site-context.js'
import type { PostRecord, PostRelated } from '../../storage/index.js'
import { changedStatus } from '../posts/changed-status.js'
import { listPosts } from '../posts/list-posts.js'
import { noSuchPost } from '../posts/post-access.js'
import { collectionUrl } from '../posts/post-links.js'
import { addressedPost, mayDelete, mayList, mayRead, statusCheck, templateCheck } from '../posts/post-permissions.js'
import { schemaLinks } from '../posts/post-schema-links.js'
import type { PostNeed } from '../posts/post-view.js'
import { singlePosts } from '../posts/single-posts.js'
import { deleteMedia } from './delete-media.js'
import { mediaFields } from './media-fields.js'
import type { MediaInput } from './media-input.js'
import { mediaLinks } from './media-links.js'
import { mediaListArgs, mediaListExtras } from './media-list.js'
import { admitUpload, mayUpdateMedia, mayUpload } from './media-permissions.js'
import { attachmentType } from './media-type.js'
import { loadMediaView, type MediaView } from './media-view.js'
import { readUpload, receiveFormFile } from './read-upload.js'
import { registerImageRoutes } from './register-image-routes.js'
import { updateMedia } from './store-media.js'
import { urlCheck } from './upload-from-url.js'
import { createMedia } from './upload-media.js'

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
  const own = attachmentType(site)
  const resource = defineResource(
    withExtraFields<PostRecord, MediaView, PostNeed, MediaInput>(site, type.name, {
      title: type.name,
      fields: mediaFields(site, own),
      load: (posts, needs, request, context, found) =>
        loadMediaView(site, own, posts, needs, request, context, found as PostRelated | undefined),
      links: { needs: ['meta', 'featuredMedia', 'ancestors'], ...linkTable(mediaLinks(site, type), site.names) },
      schema: { links: schemaLinks(site, type) },
    }),
    site.names,
    site.dialect.schemaRules,
  )
  const input = async (request: HandlerRequest, use: 'create' | 'update'): Promise<MediaInput> => {
    const sent: MediaInput = { fields: extraInput(site, type.name, request) }
    await resource.apply(sent, request, use)
    // An empty title or caption falls back to that of the file.
    if (use === 'create' && !request.params['title']) delete sent.title
    if (use === 'create' && !request.params['caption']) delete sent.excerpt
    return sent
  }
  const validators = { template: templateCheck(site, type) }
  const status = changedStatus(site, type, resource.updateArgs())
  const { stateOf, read, preload } = singlePosts(site, type, resource)

  crudRoutes<PostRecord>(
    site,
    { namespace: type.restNamespace, path: `/${type.restBase}` },
    {
      resource,
      id: 'The identifier of the file.',
      url: collectionUrl(site, type),
      find: request => addressedPost(site, type, request),
      notFound: noSuchPost,
      stateOf,
      list: {
        args: mediaListArgs(site, type, resource.contextArg()),
        validators: { status: statusCheck(site, type) },
        permission: request => mayList(type, request),
        handler: request => listPosts(site, type, resource, request, mediaListExtras(site, request)),
      },
      create: {
        args: UPLOAD_ARGS,
        validators: { ...validators, url: urlCheck(site) },
        skipValidation: ['url'],
        permission: request => mayUpload(site, type, request),
        body: {
          maxFileBytes: site.get(mediaSettings).maxBytes,
          receive: (file, request) => receiveFormFile(site, file, request),
          admit: request => admitUpload(type, request),
        },
        async run(request) {
          const sent = await input(request, 'create')
          const upload = await readUpload(site, request)
          const sizes = request.params['generate_sub_sizes'] !== false
          return createMedia(site, site.principal(request), { ...sent, upload, sizes })
        },
        headers: ({ id }) => ({ [`${site.names.headerPrefix}Upload-Attachment-ID`]: String(id) }),
      },
      read: { permission: request => mayRead(site, type, request), preload, reply: read },
      update: {
        validators: { ...validators, ...status.validators },
        skipValidation: status.skipValidation,
        permission: request => mayUpdateMedia(site, type, request),
        async run({ id }, request) {
          const changes = { ...(await input(request, 'update')), id, version: request.expectedVersion }
          return inTransaction(site, tx => updateMedia(tx, site.principal(request), changes))
        },
      },
      remove: {
        force: 'Must be true: files have no trash.',
        permission: request => mayDelete(site, type, request),
        shownAs: 'edit',
        trash: 'Files have no trash. Use force=true to delete them.',
        run: ({ id }, request) =>
          inTransaction(site, tx => deleteMedia(tx, site.principal(request), { id, version: request.expectedVersion })),
      },
    },
  )

  registerImageRoutes(site, type, resource)
}
