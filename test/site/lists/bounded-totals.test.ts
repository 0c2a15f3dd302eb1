import type { RestResponse } from '@platen/core'
import {
  commentsIn,
  postsIn,
  type Site,
  termsIn,
  usersIn,
  whereComments,
  wherePosts,
  whereTerms,
  whereUsers,
  wpDialect,
} from '@platen/site'
import t from 'tap'
import { onEveryStore } from '../every-store.js'
import type { TestSite } from '../make-site.js'
import { sampleComment, samplePost, sampleTerm, sampleUser } from '../sample-records.js'

const RECORDS = 12
const LIMIT = 5

/** Declared keys of posts, and arguments of the other lists. */
function register(site: Site): void {
  const of = { object: 'post', subtype: 'post', single: true } as const
  site.registerMeta({ ...of, key: 'height', type: 'integer', filterable: true, sortable: true })
  const schema = { type: 'boolean' } as const
  site.registerListArgument('post', 'new', { schema, search: true, where: () => wherePosts.gt('id', 0) })
  site.registerListArgument('post_tag', 'new', { schema, search: true, where: () => whereTerms.gt('id', 0) })
  site.registerListArgument('user', 'new', { schema, where: () => whereUsers.gt('id', 0) })
  site.registerListArgument('comment', 'new', { schema, where: () => whereComments.gt('id', 0) })
}

async function fill({ store, send }: TestSite): Promise<void> {
  const each = <T>(make: (at: number) => T) => Array.from({ length: RECORDS }, (_, at) => make(at))
  await termsIn(store).insertMany(each(at => sampleTerm({ taxonomy: 'post_tag', slug: `t${at}` })))
  await usersIn(store).insertMany(each(at => sampleUser(`user${at}`)))
  const { id: post } = await postsIn(store).insert(samplePost({ title: 'Without height' }))
  await commentsIn(store).insertMany(each(() => sampleComment({ post, status: 'approved' })))
  for (let height = 1; height <= RECORDS; height++) {
    const { status } = await send('POST /posts', { body: { title: 'P', status: 'publish', meta: { height } } })
    if (status !== 201) throw new Error(`a creation was answered with ${status}`)
  }
}

const totalOf = ({ headers }: RestResponse) => {
  const of = (name: string) => headers[`X-CMS-${name}`] ?? headers[`X-WP-${name}`]
  return [of('Total'), of('TotalPages'), of('TotalRelation')]
}

const LISTS = ['posts?meta[height][gt]=0', 'posts?orderby=meta.height', 'tags?new=1', 'users?new=1', 'comments?new=1']
const SEARCH = 'search?new=1'
const TERM_SEARCH = 'search?type=term&subtype=post_tag&new=1'

onEveryStore(t, 'lists with arguments that others add are counted up to a limit', async (t, make) => {
  const made = await make({ register, searchTotalLimit: LIMIT })
  await fill(made)
  const get = (target: string) => made.send(`GET /${target}`)
  for (const list of [...LISTS, SEARCH]) {
    t.strictSame(totalOf(await get(`${list}&per_page=2`)), ['5', '3', 'at-least'], list)
    const last = await get(`${list}&per_page=2&page=4`)
    t.strictSame(totalOf(last), ['9', '5', 'at-least'], `${list}: a page beyond the limit`)
    t.equal((last.body as unknown[]).length, 2)
    t.match(last.headers['Link'], /rel="next"/)
  }
  t.strictSame(totalOf(await get('posts?meta[height][gt]=7')), ['5', '1', undefined], 'no more than the limit')
  t.strictSame(totalOf(await get('posts?meta[height][gt]=0&per_page=2&cursor=')), ['5', '3', 'at-least'])
  for (const list of ['posts', 'tags', 'comments'])
    t.match(totalOf(await get(list)), [/^1[23]$/, '2', undefined], `${list} without an addition`)
})

onEveryStore(t, 'the dialect wp counts all, unless the site has a limit', async (t, make) => {
  const all = await make({ register, dialect: wpDialect })
  await fill(all)
  for (const list of [...LISTS, SEARCH, TERM_SEARCH])
    t.match(totalOf(await all.send(`GET /${list}&per_page=2`)), [/^1[2-7]$/, /^[6-9]$/, undefined], list)
  const limited = await make({ register, dialect: wpDialect, searchTotalLimit: LIMIT })
  await fill(limited)
  for (const list of [...LISTS, SEARCH, TERM_SEARCH])
    t.strictSame(totalOf(await limited.send(`GET /${list}&per_page=2`)), ['5', '3', 'at-least'], list)
})
