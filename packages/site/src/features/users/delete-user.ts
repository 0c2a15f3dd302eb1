import { type HandlerRequest, preconditionFailed, RestError } from '@platen/core'
import { postTypes, supports } from '../../registrations/post-types.js'
import type { SiteContext } from '../../site-context.js'
import { type PostRecord, type StoreContents, type UserRecord, where } from '../../storage/index.js'
import { postDeleted, postSaved } from '../posts/post-hooks.js'
import { moveToTrash, removePost } from '../posts/trash-post.js'
import { userDeleted } from './user-events.js'
import { mayNotDelete, noSuchUser } from './user-permissions.js'

/** What became of the posts of a deleted user. */
export interface PostsLeft {
  readonly trashed: readonly { readonly post: PostRecord; readonly before: PostRecord }[]
  readonly deleted: readonly PostRecord[]
}

/** Types whose posts go to the trash; those of other types that have authors are deleted for good. */
const TRASHED_TYPES = new Set(['post', 'page'])

/** Refuses to give posts to nobody known, and to the user who goes. */
async function checkHeir({ users }: StoreContents, user: UserRecord, heir: number | undefined): Promise<void> {
  if (heir === undefined) return
  const exists = heir > 0 && heir !== user.id && (await users.get(heir)) !== undefined
  if (!exists) throw new RestError('rest_user_invalid_reassign', 'The posts cannot be given to this user.', 400)
}

async function leavePosts(site: SiteContext, contents: StoreContents, user: UserRecord): Promise<PostsLeft> {
  const types = site
    .get(postTypes)
    .all()
    .filter(type => supports(type, 'author'))
    .map(type => type.name)
  const { eq, and, in: isIn } = where.posts
  const { records } = await contents.posts.find({ where: and(eq('author', user.id), isIn('type', types)) })
  const trashed: { post: PostRecord; before: PostRecord }[] = []
  const deleted: PostRecord[] = []
  for (const before of records) {
    if (TRASHED_TYPES.has(before.type) && before.status !== 'trash') {
      trashed.push({ before, post: await moveToTrash(site, contents, before, { user: user.id }) })
    } else {
      await removePost(site, contents, before)
      deleted.push(before)
    }
  }
  return { trashed, deleted }
}

/**
 * Deletes a user with all that is theirs alone: meta and application passwords. The posts become those of `heir`, or, when
 * there is none, leave the site as well. Comments stay. One transaction, which refuses when the user, the heir or the
 * caller has been deleted meanwhile; the request's expected version is that of the user.
 */
export async function deleteUser(
  site: SiteContext,
  user: UserRecord,
  heir: number | undefined,
  request: HandlerRequest,
): Promise<void> {
  const version = request.expectedVersion
  const caller = site.principal(request).user
  const { meta, posts, applicationPasswords } = where
  const left = await site.store.transaction(async contents => {
    const current = await contents.users.get(user.id)
    if (current === undefined) throw noSuchUser()
    if (version !== undefined && current.version !== version) throw preconditionFailed()
    if (caller !== undefined && (await contents.users.get(caller.id)) === undefined) throw mayNotDelete(request)
    await checkHeir(contents, user, heir)
    let gone: PostsLeft = { trashed: [], deleted: [] }
    if (heir === undefined) gone = await leavePosts(site, contents, user)
    else await contents.posts.updateWhere(posts.eq('author', user.id), { author: heir })
    await contents.meta.removeWhere(meta.and(meta.eq('kind', 'user'), meta.eq('object', user.id)))
    await contents.applicationPasswords.removeWhere(applicationPasswords.eq('user', user.id))
    await contents.users.remove(user.id)
    return gone
  })
  for (const detail of left.trashed) await site.hooks.emit(postSaved, detail)
  for (const post of left.deleted) await site.hooks.emit(postDeleted, { post })
  await site.hooks.emit(userDeleted, { user, reassignedTo: heir })
}
