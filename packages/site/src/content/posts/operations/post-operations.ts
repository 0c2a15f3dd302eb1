import { type PermissionResult, preconditionFailed, RestError } from '@platen/core'
import { permit } from '../../../kernel/context/index.js'
import {
  type Actor,
  defineBegunOperation,
  defineOperation,
  reload,
  requireVersion,
  type Tx,
} from '../../../kernel/operations/index.js'
import { type PostRecord, postsIn } from '../../../kernel/records/index.js'
import { setExtraFields } from '../../../kernel/rest/index.js'
import { metaKeys, targetLocks } from '../../meta/index.js'
import { type PostType, postTypes } from '../../types/index.js'
import { postInput, postSaved } from '../post-hooks.js'
import { postLocks } from '../post-locks.js'
import { STICKY_OPTION } from '../post-meta-keys.js'
import {
  mayCreatePost,
  mayDeletePost,
  mayEditPost,
  mayPublishPost,
  maySetOnPost,
  noSuchPost,
} from '../rules/post-access.js'
import { countedTerms, shiftTermCounts } from '../term-counts.js'
import { checkPostInput } from './check-post-input.js'
import { saveCompanions } from './post-companions.js'
import type { NewPost, PostChanges, PostInput, PostTarget } from './post-input.js'
import { preparePost } from './prepare-post.js'
import { removePosts } from './remove-posts.js'
import { insertPost, storePostChanges } from './store-post.js'
import { trashPosts } from './trash-posts.js'

/** The registered type of a post; throws `rest_invalid_post_type` if there is none, or if it has its own operations. */
function requireType({ site }: Tx, name: string): PostType {
  const type = site.get(postTypes).get(name)
  if (type === undefined) throw new RestError('rest_invalid_post_type', `There is no post type "${name}".`, 400)
  if (type.managed)
    throw new RestError('rest_invalid_post_type', `Posts of the type "${name}" have operations of their own.`, 400)
  return type
}

/** Reloads a post for an update and checks the permission again. Throws if it does not exist, or what `may` returns. */
export const reloadPost = (
  { store }: Tx,
  id: number,
  may: (post: PostRecord) => PermissionResult,
): Promise<PostRecord> => reload(postsIn(store), id, noSuchPost, may)

type ReadPost = Promise<PostRecord | undefined>

/** Locks a post, and those that it is to refer to, and reads it. */
async function begin(
  { lock, store }: Tx,
  { id, parent, featuredMedia }: PostTarget & Pick<PostInput, 'parent' | 'featuredMedia'>,
): ReadPost {
  await lock(postLocks(id, parent, featuredMedia))
  return postsIn(store).get(id)
}

/** The locks of what a post refers to by its meta. */
const referenceLocks = (tx: Tx, { name }: PostType, { meta }: PostInput): readonly string[] =>
  targetLocks(tx, tx.site.get(metaKeys).of('post', name), meta)

/** Checks the permission for a post that `begin` has read: see `reloadPost`. */
const readPost = (reading: ReadPost, may: (post: PostRecord) => PermissionResult): Promise<PostRecord> =>
  reload({ get: () => reading }, 0, noSuchPost, may)

/** An input after the registered filters. Both the sent and the filtered one must be permitted. */
function filteredInput(
  { site }: Tx,
  actor: Actor,
  { name: type }: PostType,
  sent: PostInput,
  before: PostRecord | undefined,
  may: (input: PostInput) => PermissionResult,
): PostInput {
  permit(may(sent))
  const input = site.hooks.apply(postInput, { value: sent, type, before, actor })
  if (input !== sent) permit(may(input))
  return input
}

/** Creates a post of any type, including its terms and meta. Throws a `RestError` if it is forbidden or invalid. */
export const createPost = defineOperation(
  async (tx, actor, { type: name = 'post', ...sent }: NewPost): Promise<PostRecord> => {
    const type = requireType(tx, name)
    const input = filteredInput(tx, actor, type, sent, undefined, input => mayCreatePost(type, actor, input))
    await tx.lock(postLocks(input.parent, input.featuredMedia), referenceLocks(tx, type, input))
    await checkPostInput(tx, type, input, undefined)
    const post = await insertPost(tx, actor, type, await preparePost(tx, actor, type, input))
    await setExtraFields(tx, actor, type.name, post, input.fields)
    await saveCompanions(tx, post, undefined)
    tx.emit(postSaved, { post, before: undefined })
    return post
  },
  { concurrent: true },
)

/** Changes a post; a new status restores a post from the trash. Throws like `createPost`. */
export const updatePost = defineBegunOperation(
  begin,
  (tx, actor, changes: PostChanges, reading) => changePost(tx, actor, changes, reading, false),
  { concurrent: true },
)

/** Changes a draft like `updatePost`, but stores no revision, and its slug may be that of another post. */
export const autosaveDraft = defineBegunOperation(
  begin,
  (tx, actor, changes: PostChanges, reading) => changePost(tx, actor, changes, reading, true),
  { concurrent: true },
)

async function changePost(
  tx: Tx,
  actor: Actor,
  { id, version, ...sent }: PostChanges,
  reading: ReadPost,
  isAutosave: boolean,
): Promise<PostRecord> {
  const before = await readPost(reading, post => mayEditPost(actor, post))
  const type = requireType(tx, before.type)
  const isSticky = (await tx.site.options()).ids(STICKY_OPTION).includes(id)
  const input = filteredInput(tx, actor, type, sent, before, input => maySetOnPost(type, actor, input, isSticky))
  await tx.lock(postLocks(input.parent, input.featuredMedia), referenceLocks(tx, type, input))
  await checkPostInput(tx, type, input, before)
  const prepared = await preparePost(tx, actor, type, input, { before })
  const post = await storePostChanges(tx, actor, type, { before, prepared, version, isAutosave })
  await setExtraFields(tx, actor, type.name, post, input.fields)
  await saveCompanions(tx, post, before)
  tx.emit(postSaved, { post, before })
  return post
}

/** Moves a post to the trash. Throws `rest_already_trashed` when it is there. */
export const trashPost = defineBegunOperation(
  begin,
  async (tx, actor, { version }: PostTarget, reading): Promise<PostRecord> => {
    const options = await tx.site.options()
    const before = await readPost(reading, post => mayDeletePost(actor, post, options))
    requireType(tx, before.type)
    if (before.status === 'trash') throw new RestError('rest_already_trashed', 'The post is already in the trash.', 410)
    requireVersion(before, version)
    const [post = before] = await trashPosts(tx, [before], actor.id)
    tx.emit(postSaved, { post, before })
    return post
  },
  { concurrent: true },
)

/** Publishes a due post. Throws `rest_precondition_failed` if the post is not due or was changed. */
export const publishDuePost = defineBegunOperation(
  begin,
  async (tx, actor, { version }: PostTarget, reading): Promise<PostRecord> => {
    const { site, store } = tx
    const before = await readPost(reading, post => mayPublishPost(actor, post))
    const { time } = await site.options()
    const isDue = before.dateGmt !== null && before.dateGmt <= time.utc(site.services.clock())
    if (before.status !== 'future' || !isDue) throw preconditionFailed()
    const post = await postsIn(store).update(before.id, { status: 'publish' }, { version })
    await shiftTermCounts(tx, [], await countedTerms(site, store, [post]))
    await saveCompanions(tx, post, before)
    tx.emit(postSaved, { post, before })
    return post
  },
  { concurrent: true },
)

/** Permanently deletes a post with all its related records, and returns it. */
export const deletePost = defineBegunOperation(
  begin,
  async (tx, actor, { version }: PostTarget, reading): Promise<PostRecord> => {
    const options = await tx.site.options()
    const post = await readPost(reading, each => mayDeletePost(actor, each, options))
    requireType(tx, post.type)
    if (version !== undefined) await postsIn(tx.store).update(post.id, {}, { version })
    await removePosts(tx, [post])
    return post
  },
  { concurrent: true },
)
