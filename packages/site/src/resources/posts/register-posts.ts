import { defineResource, endpoint, type HandlerRequest, linkHeader, pageReply, type Reply, RestError } from '@platen/core'
import { postLink } from '../../permalinks/post-link.js'
import { type PostType, supports } from '../../registrations/post-types.js'
import type { SiteContext } from '../../site-context.js'
import { type PostRecord, where } from '../../storage/index.js'
import { millisecondsOf } from '../../time/site-time.js'
import { setExtraFields, withExtraFields } from '../extra-fields.js'
import type { PostDraft } from './post-draft.js'
import { postFields } from './post-fields.js'
import { postListArgs } from './post-list-args.js'
import { collectionUrl, postLinks } from './post-links.js'
import { addressedPost, mayCreate, mayDelete, mayList, mayRead, mayUpdate, noSuchPost, statusCheck, templateCheck } from './post-permissions.js'
import { postListQuery } from './post-query.js'
import { schemaLinks } from './post-schema-links.js'
import { loadAncestors, loadPostView, type PostNeed, type PostView } from './post-view.js'
import { canReadPost } from './post-visibility.js'
import { preparePost } from './prepare-post.js'
import { insertPost, updatePost } from './store-post.js'
import { deletePost, trashPost } from './trash-post.js'

const stateOf = (post: PostRecord) => ({ version: post.version, modified: millisecondsOf(post.modifiedGmt) })

/** The routes of every post type that shows in the interface and has no resource of its own. */
export function registerPosts(site: SiteContext): void {
  for (const type of site.postTypes.all()) if (type.showInRest && type.controller === 'posts') registerPostType(site, type)
}

function registerPostType(site: SiteContext, type: PostType): void {
  const resource = defineResource(
    withExtraFields<PostRecord, PostView, PostNeed, PostDraft>(site, type.name, {
      title: type.name,
      fields: postFields(site, type),
      load: (posts, needs, request, context) => loadPostView(site, type, posts, needs, request, context),
      links: { needs: ['revisions', 'meta', 'featuredMedia', 'terms'], of: (post, view) => postLinks(site, post, view) },
      schema: { links: schemaLinks(site, type) },
    }),
    site.names,
  )
  const id = { description: 'The identifier of the post.', type: 'integer' } as const
  const context = resource.contextArg()
  const checks = { template: templateCheck(site, type) }
  const addressed = async (request: HandlerRequest) => (await addressedPost(site, type, request)) ?? raise(noSuchPost())
  const stateOfAddressed = async (request: HandlerRequest) => stateOf(await addressed(request))
  const single = async (post: PostRecord, request: HandlerRequest, view: 'edit' | undefined): Promise<Reply> => ({
    ...(await resource.reply(post, request, view)),
    state: stateOf(post),
  })

  site.registry.route(type.restNamespace, `/${type.restBase}`, {
    batch: true,
    schema: () => resource.schema,
    endpoints: [
      endpoint({
        methods: 'GET',
        args: postListArgs(site, type, context),
        checks: { status: statusCheck(site, type) },
        pure: true,
        permission: request => mayList(type, request),
        handler: request => listPosts(request),
      }),
      endpoint({
        methods: 'POST',
        args: resource.createArgs(),
        checks,
        unchecked: resource.unchecked,
        permission: request => mayCreate(site, type, request),
        async handler(request): Promise<Reply> {
          const prepared = await preparePost(site, type, resource, request, undefined)
          const post = await site.store.transaction(async contents => {
            const inserted = await insertPost(site, contents, type, prepared, request)
            await setExtraFields(site, type.name, inserted, request, contents)
            return inserted
          })
          await site.hooks.emit('post.saved', { post, before: undefined })
          const reply = await single(post, request, 'edit')
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
          ...(supports(type, 'excerpt') || type.name === 'page' ? { excerpt_length: { description: 'How many words a generated excerpt has.', type: 'integer' } as const } : {}),
          password: { description: 'The password of the post, when it has one.', type: 'string' },
        },
        pure: true,
        permission: request => mayRead(site, type, request as HandlerRequest),
        async handler(request): Promise<Reply> {
          const post = await addressed(request as HandlerRequest)
          const reply = await single(post, request as HandlerRequest, undefined)
          if (!type.viewable) return reply
          const ancestors = type.hierarchical ? await loadAncestors(site, [post]) : new Map()
          const link = postLink(post, { site, options: await site.options(), ancestors })
          return { ...reply, linkHeader: [linkHeader(link, 'alternate', { type: 'text/html' })] }
        },
      }),
      endpoint({
        methods: ['POST', 'PUT', 'PATCH'],
        args: { id, ...resource.updateArgs() },
        checks,
        unchecked: resource.unchecked,
        permission: request => mayUpdate(site, type, request),
        state: stateOfAddressed,
        async handler(request): Promise<Reply> {
          const before = await addressed(request)
          const prepared = await preparePost(site, type, resource, request, before)
          const post = await site.store.transaction(async contents => {
            const updated = await updatePost(site, contents, type, prepared, before, request)
            await setExtraFields(site, type.name, updated, request, contents)
            return updated
          })
          await site.hooks.emit('post.saved', { post, before })
          return single(post, request, 'edit')
        },
      }),
      endpoint({
        methods: 'DELETE',
        args: { id, force: { description: 'Whether it is deleted for good instead of going to the trash.', type: 'boolean', default: false } },
        permission: request => mayDelete(site, type, request as HandlerRequest),
        state: request => stateOfAddressed(request as HandlerRequest),
        async handler(request): Promise<Reply> {
          const post = await addressed(request as HandlerRequest)
          if (request.params.force) return deleteForGood(post, request as HandlerRequest)
          if (post.status === 'trash') throw new RestError('rest_already_trashed', 'The post is in the trash already.', 410)
          const trashed = await site.store.transaction(contents => trashPost(site, contents, post, { user: request.principal.id, version: request.expectedVersion }))
          await site.hooks.emit('post.saved', { post: trashed, before: post })
          return single(trashed, request as HandlerRequest, 'edit')
        },
      }),
    ],
  })

  async function deleteForGood(post: PostRecord, request: HandlerRequest): Promise<Reply> {
    const all = { ...request, fields: request.fields.below('previous') }
    const { body: previous } = await resource.reply(post, all, 'edit')
    await site.store.transaction(async contents => {
      if (request.expectedVersion !== undefined) await contents.posts.update(post.id, {}, { version: request.expectedVersion })
      await deletePost(site, contents, post)
    })
    await site.hooks.emit('post.deleted', { post })
    return { body: request.fields.pick({ deleted: true, previous }), shaped: true }
  }

  async function listPosts(request: HandlerRequest): Promise<Reply> {
    const { query, page, perPage, stickyFirst } = await postListQuery(site, type, request)
    const found = await site.store.posts.find(query)
    const skipsAll = request.params['offset'] !== undefined && found.records.length === 0
    const total = skipsAll ? 0 : (found.total ?? 0)
    if (page > 1 && total > 0 && (page - 1) * perPage >= total && request.params['offset'] === undefined) {
      throw new RestError('rest_post_invalid_page_number', 'There are not so many pages.', 400)
    }
    const records = stickyFirst.length === 0 ? found.records : await putStickyFirst(stickyFirst, found.records)
    const parents = await loadInheritedParents(records)
    const edit = request.params['context'] === 'edit'
    const visible = records.filter(post =>
      edit ? request.principal.can('edit_post', post) : canReadPost(site, post, request.principal, parents.get(post.parent)),
    )
    return pageReply({ items: await resource.present(visible, request), total, page, perPage }, request, site.registry)
  }

  async function putStickyFirst(ids: readonly number[], records: readonly PostRecord[]): Promise<readonly PostRecord[]> {
    const { and, eq, in: isIn } = where.posts
    const sticky = records.filter(record => ids.includes(record.id))
    const missing = ids.filter(wanted => !sticky.some(record => record.id === wanted))
    const { records: added } =
      missing.length === 0 ? { records: [] } : await site.store.posts.find({ where: and(isIn('id', missing), eq('type', type.name), eq('status', 'publish')) })
    const first = [...sticky, ...added].sort((a, b) => (a.date < b.date ? 1 : -1))
    return [...first, ...records.filter(record => !ids.includes(record.id))]
  }

  async function loadInheritedParents(records: readonly PostRecord[]): Promise<ReadonlyMap<number, PostRecord>> {
    const ids = [...new Set(records.filter(post => post.status === 'inherit' && post.parent !== 0).map(post => post.parent))]
    if (ids.length === 0) return new Map()
    const { records: parents } = await site.store.posts.find({ where: where.posts.in('id', ids) })
    return new Map(parents.map(parent => [parent.id, parent]))
  }
}

function raise(error: RestError): never {
  throw error
}
