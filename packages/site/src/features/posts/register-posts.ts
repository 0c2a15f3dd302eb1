import { defineResource, endpoint, type HandlerRequest, linkTable, type Reply, RestError } from '@platen/core'
import type { PostType } from '../../registrations/post-types.js'
import { postTypes } from '../../registrations/post-types.js'
import { deletionReply } from '../../rest/deletion-reply.js'
import { setExtraFields, withExtraFields } from '../../rest/extra-fields.js'
import { emptyForNull } from '../../rest/null-arguments.js'
import type { SiteContext } from '../../site-context.js'
import type { PostRecord, PostRelated } from '../../storage/index.js'
import { changedStatus } from './changed-status.js'
import { listPosts } from './list-posts.js'
import type { PostDraft } from './post-draft.js'
import { postFields } from './post-fields.js'
import { postDeleted, postSaved } from './post-hooks.js'
import { allowedOnPost, collectionUrl, postLinks, selfLink } from './post-links.js'
import { postListArgs } from './post-list-args.js'
import {
  asItIsNow,
  mayCreate,
  mayDelete,
  mayEdit,
  mayList,
  mayRead,
  mayRemove,
  mayUpdate,
  statusCheck,
  templateCheck,
} from './post-permissions.js'
import { schemaLinks } from './post-schema-links.js'
import { loadPostView, type PostNeed, type PostView } from './post-view.js'
import { preparePost } from './prepare-post.js'
import { showsExcerpt } from './searched-posts.js'
import { singlePosts } from './single-posts.js'
import { insertPost, updatePost } from './store-post.js'
import { deletePost, trashPost } from './trash-post.js'

/** The routes of every post type that shows in the interface and has no resource of its own. */
export function registerPosts(site: SiteContext): void {
  for (const type of site.get(postTypes).all())
    if (type.showInRest && type.controller === 'posts') registerPostType(site, type)
}

function registerPostType(site: SiteContext, type: PostType): void {
  const allowed = (post: PostRecord, { principal }: PostView) => allowedOnPost(site, post, principal)
  const links = [selfLink(site, type, allowed), ...postLinks(site, type)]
  const resource = defineResource(
    withExtraFields<PostRecord, PostView, PostNeed, PostDraft>(site, type.name, {
      title: type.name,
      fields: postFields(site, type),
      load: (posts, needs, request, context, found) =>
        loadPostView(site, type, posts, needs, request, context, found as PostRelated | undefined),
      links: { needs: ['revisions', 'meta', 'featuredMedia'], ...linkTable(links, site.names) },
      schema: { links: schemaLinks(site, type) },
    }),
    site.names,
    site.dialect.schemaRules,
  )
  const id = { description: 'The identifier of the post.', type: 'integer' } as const
  const context = resource.contextArg()
  const validators = { template: templateCheck(site, type) }
  const status = changedStatus(site, type, resource.updateArgs())
  const { addressed, stateOfAddressed, edited, read } = singlePosts(site, type, resource)

  site.registry.route(type.restNamespace, `/${type.restBase}`, {
    batch: true,
    schema: () => resource.schema,
    endpoints: [
      endpoint({
        methods: 'GET',
        args: postListArgs(site, type, context),
        validators: { status: statusCheck(site, type) },
        cacheable: true,
        permission: request => mayList(type, request),
        handler: request => listPosts(site, type, resource, request),
      }),
      endpoint({
        methods: 'POST',
        args: resource.createArgs(),
        validators,
        skipValidation: resource.skipValidation,
        emptyForNull: emptyForNull(site, resource.createArgs()),
        permission: request => mayCreate(site, type, request),
        body: { signedIn: true },
        async handler(request): Promise<Reply> {
          const post = await site.store.transaction(async contents => {
            const prepared = await preparePost(site, contents, type, resource, request, undefined)
            const inserted = await insertPost(site, contents, type, prepared, request)
            await setExtraFields(site, type.name, inserted, request, contents)
            return inserted
          })
          await site.hooks.emit(postSaved, { post, before: undefined })
          const reply = await edited(post, request)
          return { ...reply, status: 201, headers: { Location: `${collectionUrl(site, type)}/${post.id}` } }
        },
      }),
    ],
  })

  site.registry.route(type.restNamespace, `/${type.restBase}/{id}`, {
    batch: true,
    schema: () => resource.schema,
    endpoints: [
      endpoint({
        methods: 'GET',
        args: {
          id,
          context,
          ...(showsExcerpt(type)
            ? { excerpt_length: { description: 'How many words a generated excerpt has.', type: 'integer' } as const }
            : {}),
          password: { description: 'The password of the post, when it has one.', type: 'string' },
        },
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
        permission: request => mayUpdate(site, type, request),
        body: { signedIn: true },
        state: stateOfAddressed,
        async handler(request): Promise<Reply> {
          const { id: wanted } = await addressed(request)
          const { before, post } = await site.store.transaction(async contents => {
            const before = await asItIsNow(contents, wanted, post => mayEdit(post, request))
            const prepared = await preparePost(site, contents, type, resource, request, before)
            const updated = await updatePost(site, contents, type, prepared, before, request)
            await setExtraFields(site, type.name, updated, request, contents)
            return { before, post: updated }
          })
          await site.hooks.emit(postSaved, { post, before })
          return edited(post, request)
        },
      }),
      endpoint({
        methods: 'DELETE',
        args: {
          id,
          force: {
            description: 'Whether it is deleted for good instead of going to the trash.',
            type: 'boolean',
            default: false,
          },
        },
        permission: request => mayDelete(site, type, request),
        state: request => stateOfAddressed(request),
        async handler(request): Promise<Reply> {
          const { id: wanted } = await addressed(request)
          if (request.params.force) return deleteForGood(wanted, request)
          const { before, trashed } = await site.store.transaction(async contents => {
            const before = await asItIsNow(contents, wanted, post => mayRemove(post, request))
            if (before.status === 'trash')
              throw new RestError('rest_already_trashed', 'The post is in the trash already.', 410)
            const by = { user: request.principal.id, version: request.expectedVersion }
            return { before, trashed: await trashPost(site, contents, before, by) }
          })
          await site.hooks.emit(postSaved, { post: trashed, before })
          return edited(trashed, request)
        },
      }),
    ],
  })

  async function deleteForGood(wanted: number, request: HandlerRequest): Promise<Reply> {
    const shown = await addressed(request)
    return deletionReply(resource, shown, request, 'edit', async () => {
      const post = await site.store.transaction(async contents => {
        const before = await asItIsNow(contents, wanted, each => mayRemove(each, request))
        if (request.expectedVersion !== undefined)
          await contents.posts.update(before.id, {}, { version: request.expectedVersion })
        await deletePost(site, contents, before)
        return before
      })
      await site.hooks.emit(postDeleted, { post })
    })
  }
}
