import { type Args, changedRequest, endpoint, type HandlerRequest, type Reply, type Resource } from '@platen/core'
import type { PostType } from '../../registrations/post-types.js'
import { replyToWrite } from '../../rest/report-failures.js'
import type { SiteContext } from '../../site-context.js'
import type { PostRecord } from '../../storage/index.js'
import { noSuchPost } from '../posts/post-access.js'
import { collectionUrl } from '../posts/post-links.js'
import { addressedPost, mayUpdate } from '../posts/post-permissions.js'
import { editImage } from './edit-image.js'
import { EDIT_ARGS, imageSteps } from './image-edits.js'
import type { MediaInput } from './media-input.js'
import { mayEditImage } from './media-permissions.js'
import { makeMissingSizes } from './process-media.js'

const POST_PROCESS_ARGS = {
  id: { description: 'The identifier of the file.', type: 'integer' },
  action: { description: 'What is done.', type: 'string', enum: ['create-image-subsizes'], required: true },
} as const satisfies Args

/** What can be said of an edited image. */
const TEXT_FIELDS = ['alt_text', 'caption', 'description', 'post', 'title'] as const

/** The routes that work on the images of attachments: sizes that are made later, and edits. */
export function registerImageRoutes(
  site: SiteContext,
  type: PostType,
  resource: Resource<PostRecord, MediaInput>,
): void {
  const place = `/${type.restBase}/{id}`
  const all = resource.updateArgs()
  const texts = Object.fromEntries(TEXT_FIELDS.flatMap(name => (all[name] === undefined ? [] : [[name, all[name]]])))
  const addressed = async (request: HandlerRequest): Promise<PostRecord> => {
    const post = await addressedPost(site, type, request)
    if (post === undefined) throw noSuchPost()
    return post
  }

  site.registry.route(type.restNamespace, `${place}/post-process`, {
    answerSchema: () => resource.schema,
    endpoints: [
      endpoint({
        methods: 'POST',
        args: POST_PROCESS_ARGS,
        permission: request => mayUpdate(site, type, request),
        body: { signedIn: true },
        async handler(request): Promise<Reply> {
          const post = await makeMissingSizes(site, site.principal(request), await addressed(request))
          return replyToWrite(site, resource, post, request)
        },
      }),
    ],
  })

  site.registry.route(type.restNamespace, `${place}/edit`, {
    answerSchema: () => resource.schema,
    endpoints: [
      endpoint({
        methods: 'POST',
        args: { ...EDIT_ARGS, ...texts },
        // An address that is none is not that of the image: the handler says so.
        skipValidation: [...resource.skipValidation.filter(name => name in texts), 'src'],
        permission: request => mayEditImage(site, type, request),
        body: { signedIn: true },
        async handler(request): Promise<Reply> {
          const params: Readonly<Record<string, unknown>> = request.params
          const named = Object.fromEntries(TEXT_FIELDS.map(name => [name, params[name]]))
          const input: MediaInput = {}
          await resource.apply(input, changedRequest(request, { params: named }))
          // A title or caption that says nothing leaves that of the image.
          if (!params['title']) delete input.title
          if (!params['caption']) delete input.excerpt
          const edit = { ...input, src: String(params['src']), steps: imageSteps(params) }
          const post = await editImage(site, site.principal(request), await addressed(request), edit)
          const headers = { Location: `${collectionUrl(site, type)}/${post.id}` }
          return { ...(await replyToWrite(site, resource, post, request, 'view')), status: 201, headers }
        },
      }),
    ],
  })
}
