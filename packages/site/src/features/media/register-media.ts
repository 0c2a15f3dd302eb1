import { type Args, defineResource, endpoint, linkTable, type Reply } from '@platen/core'
import { mediaSettings } from '../../media/media-settings.js'
import type { PostType } from '../../registrations/post-types.js'
import { postTypes } from '../../registrations/post-types.js'
import { withExtraFields } from '../../rest/extra-fields.js'
import { emptyForNull } from '../../rest/null-arguments.js'
import type { SiteContext } from '../../site-context.js'
import type { PostRecord, PostRelated } from '../../storage/index.js'
import { changedStatus } from '../posts/changed-status.js'
import { listPosts } from '../posts/list-posts.js'
import type { PostDraft } from '../posts/post-draft.js'
import { postSaved } from '../posts/post-hooks.js'
import { collectionUrl } from '../posts/post-links.js'
import { mayDelete, mayList, mayRead, statusCheck, templateCheck } from '../posts/post-permissions.js'
import { schemaLinks } from '../posts/post-schema-links.js'
import type { PostNeed } from '../posts/post-view.js'
import { singlePosts } from '../posts/single-posts.js'
import { deleteMedia } from './delete-media.js'
import { mediaFields } from './media-fields.js'
import { mediaLinks } from './media-links.js'
import { mediaListArgs, mediaListExtras } from './media-list.js'
import { admitUpload, mayUpdateMedia, mayUpload } from './media-permissions.js'
import { loadMediaView, type MediaView } from './media-view.js'
import { receiveFormFile } from './read-upload.js'
import { registerImageRoutes } from './register-image-routes.js'
import { updateMedia } from './store-media.js'
import { urlCheck } from './upload-from-address.js'
import { uploadMedia } from './upload-media.js'

/** What attachments have of their own accord, whatever the type supports. */
const withOwnFeatures = (type: PostType): PostType => ({
  ...type,
  supports: { ...type.supports, thumbnail: true, 'custom-fields': true },
})

const UPLOAD_ARGS = {
  url: { description: 'The address of a file to fetch.', type: 'string', format: 'uri' },
  generate_sub_sizes: { description: 'Whether smaller sizes of an image are made.', type: 'boolean', default: true },
  convert_format: { description: 'Whether images may be kept in another format.', type: 'boolean', default: true },
} as const satisfies Args

/** The routes of uploaded files: posts of the type `attachment`, each with a file in the site's storage. */
export function registerMedia(site: SiteContext): void {
  const type = site.get(postTypes).get('attachment')
  if (type?.showInRest !== true) return
  const own = withOwnFeatures(type)
  const resource = defineResource(
    withExtraFields<PostRecord, MediaView, PostNeed, PostDraft>(site, type.name, {
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
  const id = { description: 'The identifier of the file.', type: 'integer' } as const
  const context = resource.contextArg()
  const validators = { template: templateCheck(site, type) }
  const status = changedStatus(site, type, resource.updateArgs())
  const { addressed, stateOfAddressed, edited, read } = singlePosts(site, type, resource)

  site.registry.route(type.restNamespace, `/${type.restBase}`, {
    schema: () => resource.schema,
    endpoints: [
      endpoint({
        methods: 'GET',
        args: mediaListArgs(site, type, context),
        validators: { status: statusCheck(site, type) },
        cacheable: true,
        permission: request => mayList(type, request),
        handler: request => listPosts(site, type, resource, request, mediaListExtras(site, request)),
      }),
      endpoint({
        methods: 'POST',
        args: { ...resource.createArgs(), ...UPLOAD_ARGS },
        validators: { ...validators, url: urlCheck(site) },
        skipValidation: [...resource.skipValidation, 'url'],
        emptyForNull: emptyForNull(site, resource.createArgs()),
        permission: request => mayUpload(site, type, request),
        body: {
          maxFileBytes: site.get(mediaSettings).maxBytes,
          receive: (file, request) => receiveFormFile(site, file, request),
          admit: request => admitUpload(type, request),
        },
        async handler(given): Promise<Reply> {
          const request = given
          const post = await uploadMedia(site, type, resource, request)
          await site.hooks.emit(postSaved, { post, before: undefined })
          const reply = await edited(post, request)
          const headers = {
            Location: `${collectionUrl(site, type)}/${post.id}`,
            [`${site.names.headerPrefix}Upload-Attachment-ID`]: String(post.id),
          }
          return { ...reply, status: 201, headers }
        },
      }),
    ],
  })

  site.registry.route(type.restNamespace, `/${type.restBase}/{id}`, {
    schema: () => resource.schema,
    endpoints: [
      endpoint({
        methods: 'GET',
        args: { id, context },
        cacheable: true,
        permission: request => mayRead(site, type, request),
        handler: request => read(request),
      }),
      endpoint({
        methods: ['POST', 'PUT', 'PATCH'],
        args: { id, ...resource.updateArgs() },
        validators: { ...validators, ...status.validators },
        skipValidation: [...resource.skipValidation, ...status.skipValidation],
        emptyForNull: emptyForNull(site, resource.updateArgs()),
        permission: request => mayUpdateMedia(site, type, request),
        body: { signedIn: true },
        state: stateOfAddressed,
        async handler(request): Promise<Reply> {
          const { id: wanted } = await addressed(request)
          const { before, post } = await updateMedia(site, type, resource, request, wanted)
          await site.hooks.emit(postSaved, { post, before })
          return edited(post, request)
        },
      }),
      endpoint({
        methods: 'DELETE',
        args: {
          id,
          force: { description: 'Must be true: files cannot be put into the trash.', type: 'boolean', default: false },
        },
        permission: request => mayDelete(site, type, request),
        state: request => stateOfAddressed(request),
        handler: async request => deleteMedia(site, resource, await addressed(request), request),
      }),
    ],
  })

  registerImageRoutes(site, type, resource)
}
