import { type PostType, supports } from '../../registrations/post-types.js'
import type { SiteContext } from '../../site-context.js'
import type { PostRecord, StoreContents } from '../../storage/index.js'

/** Keeps the state of a post whose texts have changed, or of which no state is kept yet. Creation makes no revision. */
export async function keepRevision(
  site: SiteContext,
  contents: StoreContents,
  type: PostType,
  before: PostRecord,
  after: PostRecord,
  author: number,
): Promise<void> {
  if (!supports(type, 'revisions')) return
  const unchanged = before.title === after.title && before.content === after.content && before.excerpt === after.excerpt
  if (unchanged && (await hasRevision(contents, after.id))) return
  const slug = `${after.id}-revision-v1`
  await contents.posts.insert({
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

async function hasRevision(contents: StoreContents, id: number): Promise<boolean> {
  const kept = await contents.posts.related([id], ['revisions'])
  return (kept.revisions?.get(id)?.count ?? 0) > 0
}
