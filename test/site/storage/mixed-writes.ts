import { commentsIn, postsIn, termsIn, whereTerms } from '@platen/site'
import type { Random } from '../../robustness/random.js'
import { type MediaSite, painted } from '../features/media/media-site.js'
import { MAY_STRAY } from './recount.js'

/** What random writes need to know of the site. */
interface Pool {
  readonly posts: readonly number[]
  readonly pages: readonly number[]
  readonly media: readonly number[]
  readonly revisions: readonly { readonly id: number; readonly parent: number }[]
  readonly comments: readonly { readonly id: number; readonly post: number }[]
  readonly tags: readonly number[]
  readonly categories: readonly number[]
  readonly menus: readonly number[]
}

async function readPool({ store }: MediaSite): Promise<Pool> {
  const all = await postsIn(store).pick(['type', 'parent'], {})
  const ofType = (type: string) => all.filter(post => post.type === type).map(({ id }) => id)
  const terms = await termsIn(store).pick(['taxonomy'], { where: whereTerms.ne('taxonomy', 'post_format') })
  const ofTaxonomy = (name: string) => terms.filter(({ taxonomy }) => taxonomy === name).map(({ id }) => id)
  return {
    posts: ofType('post'),
    pages: ofType('page'),
    media: ofType('attachment'),
    revisions: all.filter(({ type }) => type === 'revision'),
    comments: await commentsIn(store).pick(['post'], {}),
    tags: ofTaxonomy('post_tag'),
    categories: ofTaxonomy('category'),
    menus: ofTaxonomy('nav_menu'),
  }
}

/** A request, as often as the number says. */
type Writes = readonly (readonly [times: number, write: (pool: Pool) => Promise<{ readonly status: number }>])[]

/** Random writes of all kinds, by few titles and names, so that writers meet. */
function randomWrites(site: MediaSite, random: Random): Writes {
  const { pick, chance, int } = random
  const send = (request: string, body: object = {}, as?: string) =>
    site.send(request, { body, ...(as !== undefined && { as }) })
  const some = (list: readonly number[]) => pick([0, ...list])
  const title = () => pick(['Same', 'Same', 'Other'])
  const postFields = (pool: Pool) => ({
    ...(chance(0.5) && { title: title() }),
    ...(chance(0.4) && { tags: [some(pool.tags), some(pool.tags)].filter(id => id !== 0) }),
    ...(chance(0.3) && { categories: [pick(pool.categories)] }),
    ...(chance(0.3) && { sticky: chance(0.5) }),
    ...(chance(0.3) && { featured_media: some(pool.media) }),
    ...(chance(0.1) && { format: pick(['aside', 'standard', 'quote']) }),
  })
  const commentStatus = () => pick(['approved', 'hold', 'spam', 'unspam', 'trash', 'untrash'])
  let written = 0
  return [
    [
      3,
      pool =>
        send('POST /posts', { title: title(), status: pick(['publish', 'publish', 'draft']), ...postFields(pool) }),
    ],
    [4, pool => send(`PUT /posts/${some(pool.posts)}`, postFields(pool))],
    [2, pool => send(`PUT /posts/${some(pool.posts)}`, { status: pick(['publish', 'draft', 'private']) })],
    [2, pool => send(`DELETE /posts/${some(pool.posts)}`)],
    [1, pool => send(`DELETE /posts/${some(pool.posts)}?force=true`)],
    [1, pool => send('POST /pages', { title: title(), status: 'publish', parent: some(pool.pages) })],
    [2, pool => send(`PUT /pages/${some(pool.pages)}`, { parent: some(pool.pages) })],
    [1, pool => send(`DELETE /pages/${some(pool.pages)}?force=true`)],
    [
      1,
      pool =>
        send(`POST /posts/${some(pool.posts)}/autosaves`, { title: `${++written}` }, pick(['editor', 'administrator'])),
    ],
    [1, pool => send(`PUT /posts/${some(pool.posts)}`, { content: `${random.next()}` })],
    [
      1,
      async pool => {
        const { id, parent } = pick([{ id: 0, parent: 0 }, ...pool.revisions])
        return send(`DELETE /posts/${parent}/revisions/${id}?force=true`)
      },
    ],
    [
      4,
      pool => {
        const reply = pick([{ id: 0, post: some(pool.posts) }, ...pool.comments])
        return send('POST /comments', { post: reply.post, parent: reply.id, content: `${random.next()}` })
      },
    ],
    [4, pool => send(`PUT /comments/${pick([0, ...pool.comments.map(({ id }) => id)])}`, { status: commentStatus() })],
    [1, pool => send(`PUT /comments/${pick([0, ...pool.comments.map(({ id }) => id)])}`, { post: some(pool.posts) })],
    [1, pool => send(`DELETE /comments/${pick([0, ...pool.comments.map(({ id }) => id)])}`)],
    [1, pool => send(`DELETE /comments/${pick([0, ...pool.comments.map(({ id }) => id)])}?force=true`)],
    [1, () => send('POST /tags', { name: `Tag ${int(1, 12)}` })],
    [1, pool => send('POST /categories', { name: `Name ${int(1, 4)}`, parent: some(pool.categories) })],
    [1, pool => send(`PUT /categories/${some(pool.categories)}`, { parent: some(pool.categories) })],
    [1, pool => send(`PUT /tags/${some(pool.tags)}`, { slug: pick(['', 'one', 'two', 'three']) })],
    [
      1,
      pool =>
        send(`DELETE /${chance(0.5) ? `tags/${some(pool.tags)}` : `categories/${some(pool.categories)}`}?force=true`),
    ],
    [
      1,
      async pool => {
        const query = chance(0.5) ? `post=${some(pool.posts)}` : ''
        return site.upload(pick(['same.png', 'other.png']), painted({ width: 1, height: 1 }), { query })
      },
    ],
    [
      1,
      pool => send(`PUT /media/${some(pool.media)}`, { post: some([...pool.pages, ...pool.media]), title: MAY_STRAY }),
    ],
    [1, pool => send(`DELETE /media/${some(pool.media)}?force=true`)],
    [
      1,
      pool => {
        const target = { type: 'post_type', object_id: some(pool.posts) }
        return send('POST /menu-items', { title: 'Item', status: 'publish', menus: some(pool.menus), ...target })
      },
    ],
  ]
}

/** The outcome of random writes: how many there were with each status, and the bodies of failures. */
export interface MixedOutcome {
  readonly counts: Readonly<Record<string, number>>
  readonly failures: readonly unknown[]
}

/** Does random writes, several at a time. */
export async function mixedWrites(
  site: MediaSite,
  random: Random,
  { count, atOnce }: { readonly count: number; readonly atOnce: number },
): Promise<MixedOutcome> {
  const writes = randomWrites(site, random).flatMap(([times, write]) => Array.from({ length: times }, () => write))
  const counts: Record<string, number> = {}
  const failures: unknown[] = []
  let left = count
  const worker = async () => {
    while (left-- > 0) {
      const reply = await random.pick(writes)(await readPool(site))
      counts[reply.status] = (counts[reply.status] ?? 0) + 1
      if (reply.status >= 500) failures.push(reply)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return { counts, failures }
}
