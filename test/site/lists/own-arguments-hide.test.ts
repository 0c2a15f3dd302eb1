import type { RestResponse } from '@platen/core'
import {
  cmsDialect,
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
import type { BaseRecord, Condition, ConditionBuilder } from '@platen/storage'
import t from 'tap'
import { onEveryStore } from '../every-store.js'
import type { TestSite } from '../make-site.js'
import { sampleComment, samplePost, sampleTerm, sampleUser } from '../sample-records.js'

const ROLES = ['anonymous', 'subscriber', 'contributor', 'author', 'editor', 'administrator']
const STATUSES = ['publish', 'draft', 'private', 'pending', 'future', 'trash']

/** Conditions that match all records. */
const WIDE = ['every id', 'no condition', 'one of all', 'not none', 'in related'] as const

function wide<R extends BaseRecord>(
  where: ConditionBuilder<R>,
  every: Condition<R>,
  related: Condition<R>,
  value: (typeof WIDE)[number],
): Condition<R> {
  switch (value) {
    case 'every id':
      return every
    case 'no condition':
      return where.and()
    case 'one of all':
      return where.or(where.and(), every)
    case 'not none':
      return where.not(where.or())
    case 'in related':
      return related
  }
}

const schema = { type: 'string', enum: WIDE } as const
const SAME_ID = { foreign: 'id', local: 'id' } as const

/** Arguments that match everything, and arguments that match what most callers must not see. */
function register(site: Site) {
  const { registerListArgument } = site
  registerListArgument(['post', 'page', 'attachment'], 'wide', {
    schema,
    search: true,
    where: value =>
      wide(wherePosts, wherePosts.gt('id', 0), wherePosts.exists(wherePosts, SAME_ID, wherePosts.gt('id', 0)), value),
  })
  registerListArgument(['category', 'post_tag'], 'wide', {
    schema,
    search: true,
    where: value => wide(whereTerms, whereTerms.gt('id', 0), whereTerms.exists(whereTerms, SAME_ID), value),
  })
  registerListArgument('comment', 'wide', {
    schema,
    where: value => wide(whereComments, whereComments.gt('id', 0), whereComments.exists(whereComments, SAME_ID), value),
  })
  registerListArgument('user', 'wide', {
    schema,
    where: value => wide(whereUsers, whereUsers.gt('id', 0), whereUsers.exists(whereUsers, SAME_ID), value),
  })
  const hidden = { type: 'boolean' } as const
  registerListArgument(['post', 'page', 'attachment'], 'hidden', {
    schema: hidden,
    search: true,
    where: () => wherePosts.or(wherePosts.ne('status', 'publish'), wherePosts.ne('password', '')),
  })
  registerListArgument('comment', 'hidden', { schema: hidden, where: () => whereComments.ne('status', 'approved') })
  registerListArgument('user', 'hidden', { schema: hidden, where: () => whereUsers.ne('login', 'author') })
  site.registerMeta({ object: 'post', subtype: 'post', key: 'color', type: 'string', single: true, facet: true })
  site.registerOrder(['post', 'page', 'attachment'], 'password', {
    steps: direction => [{ by: 'field', field: 'password', direction }],
  })
}

async function fill({ store, users }: TestSite) {
  const authors = ['author', 'contributor', 'editor'].map(role => users.get(role)?.id ?? 0)
  await store.transaction(async tx => {
    await usersIn(tx).insert(sampleUser('silent', { roles: ['author'] }))
    for (const [at, status] of [...STATUSES, 'publish'].entries())
      for (const author of authors) {
        const password = at === STATUSES.length ? 'secret' : ''
        const more = { status, author, password, title: 'Canary', slug: `canary-${at}-${author}` }
        for (const type of ['post', 'page']) {
          const { id: post } = await postsIn(tx).insert(samplePost({ type, ...more }))
          for (const of of type === 'post' ? ['approved', 'hold', 'spam'] : ['approved'])
            await commentsIn(tx).insert(sampleComment({ post, status: of, content: 'Canary', author }))
          await postsIn(tx).insert(
            samplePost({ ...more, type: 'attachment', status: 'inherit', parent: post, mimeType: 'image/png' }),
          )
        }
      }
    for (const taxonomy of ['category', 'post_tag'])
      for (const name of ['Canary', 'Other'])
        await termsIn(tx).insert(sampleTerm({ taxonomy, name, slug: name.toLowerCase() }))
  })
}

const idsOf = ({ body }: RestResponse) => (body as { id: number }[]).map(({ id }) => id)
const totalOf = ({ headers }: RestResponse) => Number(headers['X-CMS-Total'] ?? headers['X-WP-Total'])

const OF_POSTS = [
  '',
  'context=edit',
  'status=any',
  'status=draft',
  'status=private',
  'status[]=publish&status[]=private',
  'status=trash',
  'search=canary',
  'orderby=author',
  'orderby=password',
  'ignore_sticky=false',
]
const LISTS: Readonly<Record<string, readonly string[]>> = {
  posts: OF_POSTS,
  pages: OF_POSTS,
  media: OF_POSTS,
  comments: ['', 'context=edit', 'status=any', 'status=hold', 'status=all&type=all', 'search=canary', 'orderby=post'],
  users: ['', 'context=edit', 'who=authors', 'roles=author', 'search=a', 'orderby=email'],
  categories: ['', 'context=edit', 'hide_empty=true', 'search=canary', 'orderby=count'],
  search: ['', 'search=canary', 'subtype=any', 'type=term'],
}

for (const [name, dialect] of Object.entries({ cms: cmsDialect, wp: wpDialect }))
  onEveryStore(t, `no condition shows, counts or leaks what a caller may not see, ${name}`, async (t, make) => {
    const made = await make({ dialect, register })
    await fill(made)
    let compared = 0
    for (const as of ROLES)
      for (const [list, queries] of Object.entries(LISTS))
        for (const query of queries) {
          const get = (more: string) => made.send(`GET /${list}?per_page=100&_fields=id&${query}${more}`, { as })
          const usual = await get('')
          const value = WIDE[compared++ % WIDE.length] ?? WIDE[0]
          const all = `&wide=${value.replaceAll(' ', '+')}`
          const what = `${as}: /${list}?${query}, ${value}`
          const [found, short, hidden] = [await get(all), await get(`${all}&per_page=1`), await get('&hidden=true')]
          t.strictSame([found.status, hidden.status], [usual.status, usual.status], what)
          if (usual.status !== 200) continue
          const ids = idsOf(usual)
          t.strictSame(idsOf(found), ids, what)
          t.strictSame([totalOf(found), totalOf(short)], [ids.length, ids.length], `${what}: totals`)
          t.strictSame(
            idsOf(hidden).filter(id => !ids.includes(id)),
            [],
            `${what}: hidden`,
          )
          t.equal(totalOf(hidden), idsOf(hidden).length, `${what}: hidden, the total`)
          if (list !== 'posts') continue
          const facets = await made.send(`GET /posts/facets?facets=categories&${query}${all}`, { as })
          t.match(facets, { status: 200, body: { counted: ids.length } }, `${what}: facets`)
        }
    t.ok(compared > 250, `${compared} lists`)
  })
