import {
  type Args,
  type Context,
  changedRequest,
  endpoint,
  type HandlerRequest,
  type Reply,
  type Resource,
} from '@platen/core'
import type { SiteContext } from '../../../kernel/context/index.js'
import type { PostRecord } from '../../../kernel/records/index.js'
import { collectionUrl, emptyForNull, schemasOf, writeReply } from '../../../kernel/rest/index.js'
import { addressedPost, mayUpdate, noSuchPost } from '../../posts/index.js'
import type { PostType } from '../../types/index.js'
import { attachmentHeader } from '../attachments.js'
import { EDIT_ARGS, imageSteps } from '../image-edits.js'
import { editImage } from '../operations/edit-image.js'
import type { MediaInput } from '../operations/media-input.js'
import { makeMissingSizes } from '../operations/process-media.js'
import { mayEditImage } from '../rules/media-permissions.js'

const POST_PROCESS_ARGS = {
  id: { description: 'The identifier of the file.', type: 'integer' },
  action: { description: 'The action.', type: 'string', enum: ['create-image-subsizes'], required: true },
} as const satisfies Args

/** The fields that an edit can set on the new attachment. */
const TEXT_FIELDS = ['alt_text', 'caption', 'description', 'post', 'title'] as const

/** The requested context. It is not an argument of the route, so that other values are ignored. */
const contextIn = (value: unknown): Context => (value === 'edit' || value === 'embed' ? value : 'view')

/** Declares the routes that create missing sizes and edit images. */
export function registerImageRoutes(
  site: SiteContext,
  type: PostType,
  resource: Resource<PostRecord, MediaInput>,
): void {
  const path = `/${type.restBase}/{id}`
  const all = resource.updateArgs()
  const texts = Object.fromEntries(TEXT_FIELDS.flatMap(name => (all[name] === undefined ? [] : [[name, all[name]]])))
  const addressed = async (request: HandlerRequest): Promise<PostRecord> => {
    const post = await addressedPost(site, type, request)
    if (post === undefined) throw noSuchPost()
    return post
  }

  const anyText = site.registry.compileSchema({ type: 'string' })

  site.registry.route(type.restNamespace, `${path}/post-process`, {
    ...schemasOf(resource, site.dialect.schemaOnEveryRoute),
    endpoints: [
      endpoint({
        methods: 'POST',
        responds: { shape: 'item', context: 'edit' },
        args: POST_PROCESS_ARGS,
        permission: request => mayUpdate(site, type, request),
        body: { signedIn: true },
        async handler(request): Promise<Reply> {
          const post = await makeMissingSizes(site, site.principal(request), await addressed(request))
          return writeReply(site, resource, post, request)
        },
      }),
    ],
  })

  site.registry.route(type.restNamespace, `${path}/edit`, {
    ...schemasOf(resource, site.dialect.schemaOnEveryRoute),
    endpoints: [
      endpoint({
        methods: 'POST',
        responds: { shape: 'item', status: 201 },
        args: { ...EDIT_ARGS, ...texts },
        // The handler reports an invalid URL as one that does not belong to the image.
        skipValidation: [...resource.skipValidation.filter(name => name in texts), 'src'],
        validatedFirst: Object.keys(texts),
        validators: { src: value => anyText.validate(value, 'src') },
        emptyForNull: emptyForNull(site, texts).filter(name => !resource.skipValidation.includes(name)),
        permission: request => mayEditImage(site, type, request),
        body: { signedIn: true },
        async handler(request): Promise<Reply> {
          const params: Readonly<Record<string, unknown>> = request.params
          const sent = Object.fromEntries(TEXT_FIELDS.map(name => [name, params[name]]))
          const input: MediaInput = {}
          await resource.apply(input, changedRequest(request, { params: sent }))
          const edit = { ...input, src: String(params['src']), steps: imageSteps(params) }
          const post = await editImage(site, site.principal(request), await addressed(request), edit)
          const headers = { Location: `${collectionUrl(site, type)}/${post.id}`, ...attachmentHeader(site, post.id) }
          const context = contextIn(params['context'])
          return { ...(await writeReply(site, resource, post, request, context)), status: 201, headers }
        },
      }),
    ],
  })
}
