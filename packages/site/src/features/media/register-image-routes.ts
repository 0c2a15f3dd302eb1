import { type Args, endpoint, type Reply, type Resource } from '@platen/core'
import type { PostType } from '../../registrations/post-types.js'
import { replyToWrite } from '../../rest/report-failures.js'
import type { SiteContext } from '../../site-context.js'
import type { PostRecord } from '../../storage/index.js'
import type { PostDraft } from '../posts/post-draft.js'
import { postSaved } from '../posts/post-hooks.js'
import { collectionUrl } from '../posts/post-links.js'
import { mayUpdate } from '../posts/post-permissions.js'
import { singlePosts } from '../posts/single-posts.js'
import { editImage } from './edit-image.js'
import { EDIT_ARGS } from './image-edits.js'
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
  resource: Resource<PostRecord, PostDraft>,
): void {
  const place = `/${type.restBase}/{id}`
  const all = resource.updateArgs()
  const texts = Object.fromEntries(TEXT_FIELDS.flatMap(name => (all[name] === undefined ? [] : [[name, all[name]]])))
  const { addressed } = singlePosts(site, type, resource)

  site.registry.route(type.restNamespace, `${place}/post-process`, {
    answerSchema: () => resource.schema,
    endpoints: [
      endpoint({
        methods: 'POST',
        args: POST_PROCESS_ARGS,
        permission: request => mayUpdate(site, type, request),
        body: { signedIn: true },
        async handler(request): Promise<Reply> {
          const before = await addressed(request)
          const post = await makeMissingSizes(site, before, request)
          if (post !== before) await site.hooks.emit(postSaved, { post, before })
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
          const post = await editImage(site, type, resource, await addressed(request), request)
          await site.hooks.emit(postSaved, { post, before: undefined })
          const headers = { Location: `${collectionUrl(site, type)}/${post.id}` }
          return { ...(await replyToWrite(site, resource, post, request, 'view')), status: 201, headers }
        },
      }),
    ],
  })
}
