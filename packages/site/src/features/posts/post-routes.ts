import { inTransaction } from '../../operations/tx.js'
import type { PostType } from '../../registrations/post-types.js'
import type { SiteContext } from '../../site-context.js'
import type { PostRecord } from './post-collection.js'
import { postFamily } from './post-family.js'
import { type PostFields, postFields } from './post-fields.js'
import type { PostInput } from './post-input.js'
import { allowedOnPost, postLinks, selfLink } from './post-links.js'
import { postListArgs } from './post-list-args.js'
import { createPost, deletePost, trashPost, updatePost } from './post-operations.js'
import { loadPostView, type PostView } from './post-view.js'

/** Declares the routes of a post type without operations of its own. */
export function postRoutes(site: SiteContext, type: PostType, fields: PostFields = postFields(site, type)): void {
  const allowed = (post: PostRecord, { principal }: PostView) => allowedOnPost(site, post, principal)
  postFamily<PostView, PostInput>(site, type, {
    id: 'The identifier of the post.',
    batch: true,
    fields,
    load: (posts, needs, request, context, found) => loadPostView(site, type, posts, needs, request, context, found),
    links: {
      needs: ['revisions', 'meta', 'featuredMedia'],
      rows: [selfLink(site, type, allowed), ...postLinks(site, type)],
    },
    list: { args: context => postListArgs(site, type, context) },
    input: () => ({}),
    create: {
      run: (input, request) =>
        inTransaction(site, tx => createPost(tx, site.principal(request), { ...input, type: type.name })),
    },
    readArgs: {
      ...(type.showsExcerpt && {
        excerpt_length: { description: 'How many words a generated excerpt has.', type: 'integer' },
      }),
      password: { description: 'The password of the post, when it has one.', type: 'string' },
    },
    update: { run: updatePost },
    remove: {
      force: 'Whether it is deleted for good instead of going to the trash.',
      trash: trashPost,
      run: deletePost,
    },
  })
}
