import { type PostType, supports } from '../../registrations/post-types.js'
import type { SiteContext } from '../../site-context.js'
import type { StoreSession } from '../../storage/index.js'
import type { PostRecord } from './post-collection.js'

/** Keeps the state of a post whose texts have changed, or of which no state is kept yet. Creation makes no revision. */
export async function storeRevision(
  site: SiteContext,
  store: StoreSession,
  type: PostType,
  before: PostRecord,
  after: PostRecord,
  author: number,
): Promise<void> {
  if (!supports(type, 'revisions')) return
  const unchanged = before.title === after.title && before.content === after.content && before.excerpt === after.excerpt
  if (unchanged && (await hasRevision(store, after.id))) return
  const slug = `${after.id}-revision-v1`
  await store.posts.insert({
    type: 'revision',
    status: 'inherit',
    author,
    date: after.modified,
    dateGmt: after.modifiedGmt,
    modified: after.modified,
    modifiedGmt: after.modifiedGmt,
    slug,
    title: after.title,
    content: after.content,
    excerpt: after.excerpt,
    password: '',
    parent: after.id,
    menuOrder: 0,
    commentStatus: 'closed',
    pingStatus: 'closed',
    guid: `${site.url}/?p=${after.id}&revision=${slug}`,
    mimeType: '',
    commentCount: 0,
  })
}

async function hasRevision(store: StoreSession, id: number): Promise<boolean> {
  const kept = await store.posts.related([id], ['revisions'])
  return (kept.revisions?.get(id)?.count ?? 0) > 0
}
