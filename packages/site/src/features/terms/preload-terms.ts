import { type HandlerRequest, memoKey, type Resource } from '@platen/core'
import type { Taxonomy } from '../../registrations/taxonomies.js'
import { preloadRecords } from '../../rest/preload-records.js'
import type { SiteContext } from '../../site-context.js'
import { where } from '../built-in-collections.js'
import { preloadInherited } from '../posts/post-visibility.js'
import type { TermRecord } from './term-collection.js'
import { addressedTermKey, listedPost } from './term-permissions.js'
import { termFilter, termOrder, termWindow } from './term-query.js'

type TermResource = Pick<Resource<TermRecord, never>, 'preload'>

/** The page of a list of terms. */
export interface FoundTerms {
  readonly records: readonly TermRecord[]
  readonly total?: number | undefined
}

/** What a list of terms holds. */
export const listedTerms = memoKey<Promise<FoundTerms>>('terms')

/** Preloads the terms that several requests address. */
export async function preloadTerms(
  site: SiteContext,
  taxonomy: Taxonomy,
  resource: TermResource,
  requests: readonly HandlerRequest[],
): Promise<void> {
  const { and, eq, in: isIn } = where.terms
  const found = await preloadRecords(requests, addressedTermKey, async ids => {
    const { records } = await site.store.terms.find({ where: and(eq('taxonomy', taxonomy.name), isIn('id', ids)) })
    return records
  })
  await resource.preload(found, 'id')
}

/** The parameters that a list may have whose terms are found together with those of other posts. */
const PLAIN: ReadonlySet<string> = new Set(['post', 'context', '_fields'])

/**
 * Preloads lists of the terms of posts: one query finds the terms of all posts in the order of the lists, one which post
 * has which. Lists that ask for more than the terms of a post are found one by one.
 */
export async function preloadTermsOfPosts(
  site: SiteContext,
  taxonomy: Taxonomy,
  resource: TermResource,
  requests: readonly HandlerRequest[],
): Promise<void> {
  const plain = requests.filter(({ query }) => Object.keys(query).every(name => PLAIN.has(name)))
  const posts = await preloadRecords(
    plain,
    listedPost,
    async ids => (await site.store.posts.find({ where: where.posts.in('id', ids) })).records,
    'post',
  )
  const [first] = posts
  if (first === undefined) return
  await preloadInherited(
    site,
    posts.flatMap(({ request, records }) => records.map(post => ({ request, post }))),
  )
  const ids = [...new Set(posts.flatMap(({ records }) => records.map(post => post.id)))]
  const { assignments, terms } = where
  const carried = terms.exists(assignments, { foreign: 'term', local: 'id' }, assignments.in('object', ids))
  const all = await termFilter(site, taxonomy, { params: { ...first.request.params, post: 0 } })
  const ordered = (await site.store.terms.find({ where: terms.and(all, carried), order: termOrder(first.request) }))
    .records
  const has = await termsByPost(site, ids, ordered)
  const listed = posts.map(({ request, records: [post] }) => {
    const own = ordered.filter(term => has(post?.id ?? 0, term.id))
    const { perPage, offset } = termWindow(request, false)
    const found = { records: own.slice(offset, offset + perPage), total: own.length }
    void request.once(listedTerms, () => Promise.resolve(found))
    return { request, records: found.records }
  })
  await resource.preload(listed, 'post')
}

async function termsByPost(
  site: SiteContext,
  posts: readonly number[],
  terms: readonly TermRecord[],
): Promise<(post: number, term: number) => boolean> {
  const { and, in: isIn } = where.assignments
  const ids = terms.map(term => term.id)
  const { records } =
    ids.length === 0
      ? { records: [] }
      : await site.store.assignments.find({ where: and(isIn('object', posts), isIn('term', ids)) })
  const pairs = new Set(records.map(({ object, term }) => `${object} ${term}`))
  return (post, term) => pairs.has(`${post} ${term}`)
}
