import { defineResource, type HandlerRequest, linkTable } from '@platen/core'
import { inTransaction } from '../../operations/tx.js'
import { type PostType, postTypes } from '../../registrations/post-types.js'
import { crudRoutes } from '../../rest/crud-routes.js'
import { extraInput, withExtraFields } from '../../rest/extra-fields.js'
import type { SiteContext } from '../../site-context.js'
import type { PostRecord, PostRelated } from '../../storage/index.js'
import { changedStatus } from './changed-status.js'
import { listPosts } from './list-posts.js'
import { noSuchPost } from './post-access.js'
import { postFields } from './post-fields.js'
import type { PostInput } from './post-input.js'
import { allowedOnPost, collectionUrl, postLinks, selfLink } from './post-links.js'
import { postListArgs } from './post-list-args.js'
import { createPost, deletePost, trashPost, updatePost } from './post-operations.js'
import {
  addressedPost,
  mayCreate,
  mayDelete,
  mayList,
  mayRead,
  mayUpdate,
  statusCheck,
  templateCheck,
} from './post-permissions.js'
import { schemaLinks } from './post-schema-links.js'
import { loadPostView, type PostNeed, type PostView } from './post-view.js'
import { singlePosts } from './single-posts.js'

/** The routes of every post type that shows in the interface and has no resource of its own. */
export function registerPosts(site: SiteContext): void {
  for (const type of site.get(postTypes).all())
    if (type.showInRest && type.controller === 'posts') registerPostType(site, type)
}

function registerPostType(site: SiteContext, type: PostType): void {
  const allowed = (post: PostRecord, { principal }: PostView) => allowedOnPost(site, post, principal)
  const links = [selfLink(site, type, allowed), ...postLinks(site, type)]
  const resource = defineResource(
    withExtraFields<PostRecord, PostView, PostNeed, PostInput>(site, type.name, {
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
  const input = async (request: HandlerRequest, use: 'create' | 'update'): Promise<PostInput> => {
    const posted: PostInput = { fields: extraInput(site, type.name, request) }
    await resource.apply(posted, request, use)
    return posted
  }
  const validators = { template: templateCheck(site, type) }
  const status = changedStatus(site, type, resource.updateArgs())
  const { stateOf, read, preload } = singlePosts(site, type, resource)
  const at = { namespace: type.restNamespace, path: `/${type.restBase}`, batch: true }

  crudRoutes<PostRecord>(site, at, {
    resource,
    id: 'The identifier of the post.',
    url: collectionUrl(site, type),
    find: request => addressedPost(site, type, request),
    notFound: noSuchPost,
    stateOf,
    list: {
      args: postListArgs(site, type, resource.contextArg()),
      validators: { status: statusCheck(site, type) },
      permission: request => mayList(type, request),
      handler: request => listPosts(site, type, resource, request),
    },
    create: {
      validators,
      permission: request => mayCreate(site, type, request),
      async run(request) {
        const post = { ...(await input(request, 'create')), type: type.name }
        return inTransaction(site, tx => createPost(tx, site.principal(request), post))
      },
    },
    read: {
      args: {
        ...(type.showsExcerpt && {
          excerpt_length: { description: 'How many words a generated excerpt has.', type: 'integer' },
        }),
        password: { description: 'The password of the post, when it has one.', type: 'string' },
      },
      permission: request => mayRead(site, type, request),
      preload,
      reply: read,
    },
    update: {
      validators: { ...validators, ...status.validators },
      skipValidation: status.skipValidation,
      permission: request => mayUpdate(site, type, request),
      async run({ id }, request) {
        const changes = { ...(await input(request, 'update')), id, version: request.expectedVersion }
        return inTransaction(site, tx => updatePost(tx, site.principal(request), changes))
      },
    },
    remove: {
      force: 'Whether it is deleted for good instead of going to the trash.',
      permission: request => mayDelete(site, type, request),
      shownAs: 'edit',
      trash: ({ id }, request) =>
        inTransaction(site, tx => trashPost(tx, site.principal(request), { id, version: request.expectedVersion })),
      run: ({ id }, request) =>
        inTransaction(site, tx => deletePost(tx, site.principal(request), { id, version: request.expectedVersion })),
    },
  })
}
