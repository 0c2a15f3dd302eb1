import { groupBy, RestError } from '@platen/core'
import type { StoreSession } from '@platen/storage'
import type { SiteContext } from '../../kernel/context/index.js'
import { withoutLoops } from '../../kernel/operations/index.js'
import { type PostRecord, postsIn, wherePosts } from '../../kernel/records/index.js'
import { postTypes } from '../types/index.js'
import { treeLock } from './post-locks.js'

interface Contents {
  readonly site: SiteContext
  readonly store: StoreSession
}

/** The parent `id`, or 0 if the post would become its own ancestor, in the transaction that stores the post. */
export async function cutParentLoop(store: StoreSession, id: number, post: Pick<PostRecord, 'id'>): Promise<number> {
  const [link] = await withoutLoops([{ id: post.id, parent: id }], each => parentOf(store, each))
  return link?.parent ?? 0
}

/** The stored parent of a post; 0 for none. */
export const parentOf = async (store: StoreSession, id: number): Promise<number> =>
  (await postsIn(store).get(id))?.parent ?? 0

/** The parent of a post in a request; `before` is the stored post. Throws if the parent does not exist. */
export async function resolveParent(store: StoreSession, id: number, before: PostRecord | undefined): Promise<number> {
  if (id === 0) return 0
  if ((await postsIn(store).get(id)) === undefined)
    throw new RestError('rest_post_invalid_id', 'There is no such parent.', 400)
  return before === undefined ? id : cutParentLoop(store, id, before)
}

/** The stored parents of posts and of all their ancestors, with a query for each level. */
async function loadParents(store: StoreSession, ids: Iterable<number>): Promise<ReadonlyMap<number, number>> {
  const parents = new Map<number, number>()
  let level = new Set(ids)
  while (level.size > 0) {
    const records = await postsIn(store).pick(['parent'], { where: wherePosts.in('id', [...level]) })
    for (const id of level) parents.set(id, 0)
    for (const { id, parent } of records) parents.set(id, parent)
    level = new Set(records.map(({ parent }) => parent).filter(id => id !== 0 && !parents.has(id)))
  }
  return parents
}

/** What `moveUp` needs to be locked: the trees in which posts move from one parent to another. */
export function treeLocks(site: SiteContext, gone: readonly PostRecord[]): readonly string[] {
  const nested = gone.map(({ type }) => type).filter(type => site.get(postTypes).get(type)?.hierarchical === true)
  if (nested.length === 0) return []
  const attached = site.get(postTypes).filter(({ permalink }) => permalink === 'attached')
  return [...new Set([...nested, ...attached.map(({ name }) => name)])].map(treeLock)
}

/**
 * Moves the children of posts that are about to be removed up to the first remaining ancestor; to the top level if the
 * type has no hierarchy, or if a post would become its own ancestor. This applies to children of the same type and to
 * attached files.
 */
export async function moveUp(tx: Contents, gone: readonly PostRecord[]): Promise<void> {
  for (const [type, some] of groupBy(gone, post => post.type)) await moveUpOf(tx, type, some)
}

/** Does the same for posts of one type. */
async function moveUpOf({ site, store }: Contents, type: string, gone: readonly PostRecord[]): Promise<void> {
  const isNested = site.get(postTypes).get(type)?.hierarchical === true
  const nested = isNested ? gone.filter(({ parent }) => parent !== 0).map(({ id }) => id) : []
  // Their parents may have been deleted since the posts were read.
  const stored = await loadParents(store, nested)
  const links = await withoutLoops(
    nested.map(id => ({ id, parent: stored.get(id) ?? 0 })),
    async id => stored.get(id) ?? 0,
  )
  const above = new Map(gone.map(({ id }) => [id, 0]))
  for (const { id, parent } of links) above.set(id, parent)
  const parentFor = firstThatStays(above)
  const moving = site.get(postTypes).filter(({ name, permalink }) => permalink === 'attached' || name === type)
  const { and, in: isIn } = wherePosts
  const below = (parents: readonly number[]) =>
    and(
      isIn('parent', parents),
      isIn(
        'type',
        moving.map(({ name }) => name),
      ),
    )
  const toTop = [...above.keys()].filter(id => parentFor(id) === 0)
  if (toTop.length > 0) await postsIn(store).updateWhere(below(toTop), { parent: 0 })
  const others = [...above.keys()].filter(id => parentFor(id) !== 0)
  if (others.length === 0) return
  const children = await postsIn(store).pick(['parent'], { where: below(others) })
  const staying = children.filter(({ id }) => !above.has(id))
  await postsIn(store).updateMany(staying.map(({ id, parent }) => ({ id, changes: { parent: parentFor(parent) } })))
}

/** The first remaining ancestor of a removed record; `above` contains the parents of removed records. */
function firstThatStays(above: ReadonlyMap<number, number>): (id: number) => number {
  const parentOf = new Map<number, number>()
  return id => {
    const passed = [id]
    let parent = above.get(id) ?? 0
    for (let next = above.get(parent); next !== undefined && !parentOf.has(parent); next = above.get(parent)) {
      passed.push(parent)
      parent = next
    }
    const staying = parentOf.get(parent) ?? parent
    for (const each of passed) parentOf.set(each, staying)
    return staying
  }
}
