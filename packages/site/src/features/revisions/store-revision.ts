import { type PostType, supports } from '../../registrations/post-types.js'
import type { StoreSession } from '../../storage/index.js'
import type { PostRecord } from '../posts/post-collection.js'
import { revisionRecord, revisionSlug } from './revision-records.js'

/** Stores the state of a post if its texts have changed, or if it has no revision yet. Creation makes no revision. */
export async function storeRevision(
  store: StoreSession,
  type: PostType,
  before: PostRecord,
  after: PostRecord,
  author: number,
): Promise<void> {
  if (!supports(type, 'revisions')) return
  const unchanged = before.title === after.title && before.content === after.content && before.excerpt === after.excerpt
  if (unchanged && (await hasRevision(store, after.id))) return
  const { id, title, content, excerpt, modified: local, modifiedGmt: utc } = after
  const slug = revisionSlug(id)
  await store.posts.insert(revisionRecord(id, { slug, author, local, utc, title, content, excerpt }))
}

async function hasRevision(store: StoreSession, id: number): Promise<boolean> {
  const { revisions } = await store.posts.related([id], ['revisions'])
  return (revisions?.get(id)?.count ?? 0) > 0
}
