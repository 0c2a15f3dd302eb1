import {
  assignmentsIn,
  type CommentRecord,
  commentsIn,
  metaIn,
  type PostRecord,
  postsIn,
  termsIn,
  usersIn,
  wherePosts,
} from '@platen/site'
import type { Store } from '@platen/storage'

/** The ids that are their own ancestors. */
export function looped(records: readonly { readonly id: number; readonly parent: number }[]): readonly number[] {
  const parents = new Map(records.map(({ id, parent }) => [id, parent]))
  return records.flatMap(({ id }) => {
    const passed = new Set<number>()
    let at = id
    while (at !== 0 && !passed.has(at)) {
      passed.add(at)
      at = parents.get(at) ?? 0
    }
    return at === 0 ? [] : [id]
  })
}

const duplicates = (keys: readonly string[]): readonly string[] => keys.filter((key, at) => keys.indexOf(key) !== at)

/** The title of files that may be attached to a post that is gone: who edits the posts of others may do so. */
export const MAY_STRAY = 'May stray'

const FLAT = ['post', 'attachment', 'nav_menu_item']
const isFinal = ({ status }: PostRecord) => !['draft', 'pending', 'auto-draft'].includes(status)

const isCounted = ({ status, type }: CommentRecord) => status === 'approved' && type !== 'note'

/** What in a site contradicts its own records: counts, links, slugs and parents, computed anew from all records. */
export async function contradictions(store: Store): Promise<readonly string[]> {
  const found: string[] = []
  const check = (what: string, ids: Iterable<unknown>) => found.push(...[...ids].map(id => `${what}: ${id}`))
  const { records: posts } = await postsIn(store).find({})
  const { records: terms } = await termsIn(store).find({})
  const { records: assigned } = await assignmentsIn(store).find({})
  const { records: comments } = await commentsIn(store).find({})
  const { records: meta } = await metaIn(store).find({})
  const [postOf, termOf, commentOf] = [posts, terms, comments].map(
    records => new Map<number, unknown>(records.map(record => [record.id, record])),
  ) as [Map<number, PostRecord>, Map<number, (typeof terms)[0]>, Map<number, CommentRecord>]

  const links = assigned.map(({ object, term }) => `${object} ${term}`)
  check('term assigned twice', duplicates(links))
  check(
    'link to nothing',
    assigned.filter(({ object, term }) => !(postOf.has(object) && termOf.has(term))).map(({ id }) => id),
  )
  const countOf = (term: number) =>
    assigned.filter(each => each.term === term && postOf.get(each.object)?.status === 'publish').length
  check(
    'count of term',
    terms
      .filter(({ id, count }) => count !== countOf(id))
      .map(({ id, name, count }) => `${id} ${name} has ${count} of ${countOf(id)}`),
  )
  check('looped term', looped(terms))
  check('looped post', looped(posts))
  const strays = (records: typeof terms) => records.filter(({ parent }) => parent !== 0 && !termOf.has(parent))
  check(
    'term below nothing',
    strays(terms).map(({ id }) => id),
  )
  check(
    'post below nothing',
    posts
      .filter(({ parent, title }) => parent !== 0 && !postOf.has(parent) && title !== MAY_STRAY)
      .map(({ id, type }) => `${type} ${id}`),
  )
  check('slug of terms', duplicates(terms.map(({ taxonomy, slug }) => `${taxonomy} ${slug}`)))
  check('slug of posts', duplicates(posts.filter(post => FLAT.includes(post.type) && isFinal(post)).map(slugOf)))

  check(
    'comment on nothing',
    comments.filter(({ post }) => !postOf.has(post)).map(({ id }) => id),
  )
  for (const { id, commentCount } of posts) {
    const own = comments.filter(({ post }) => post === id)
    const count = own.filter(isCounted).length
    if (count !== commentCount) found.push(`count of comments: ${id} has ${commentCount} of ${count}`)
  }
  const kinds: Readonly<Record<string, ReadonlyMap<number, unknown>>> = {
    post: postOf,
    term: termOf,
    comment: commentOf,
  }
  check(
    'meta of nothing',
    meta
      .filter(({ kind, object }) => kinds[kind]?.has(object) === false)
      .map(({ kind, key, object }) => `${kind} ${object} ${key}`),
  )
  const ids = (key: string) =>
    meta.filter(each => each.key === key).map(({ object, value }) => [object, Number(value)] as const)
  check(
    'image that is gone',
    ids('_thumbnail_id').filter(([, id]) => !postOf.has(id)),
  )
  check(
    'menu item of a post that is gone',
    ids('_menu_item_object_id').filter(([, id]) => !postOf.has(id)),
  )
  const sticky = ((await store.options.get('sticky_posts')) ?? []) as readonly number[]
  check('sticky twice', duplicates(sticky.map(String)))
  check(
    'sticky post that is gone',
    sticky.filter(id => !postOf.has(id)),
  )
  const autosaves = posts.filter(({ type, slug }) => type === 'revision' && slug.endsWith('-autosave-v1'))
  check('autosaves', duplicates(autosaves.map(({ parent, author }) => `${parent} by ${author}`)))
  for (const type of ['post', 'page', 'attachment', 'revision'])
    for (const status of ['publish', 'draft', 'trash', 'inherit']) {
      const where = wherePosts.and(wherePosts.eq('type', type), wherePosts.eq('status', status))
      const { total } = await postsIn(store).find({ where, limit: 1, total: true })
      const count = posts.filter(post => post.type === type && post.status === status).length
      if (total !== count) found.push(`total of ${type} ${status}: ${total} instead of ${count}`)
    }
  if (!(await usersIn(store).find({})).records.some(({ roles }) => roles.includes('administrator')))
    found.push('no administrator')
  return found
}

const slugOf = ({ type, slug }: PostRecord) => `${type} ${slug}`
