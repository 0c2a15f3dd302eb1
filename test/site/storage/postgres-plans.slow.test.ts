import t from 'tap'
import { openExplaining } from '../../sql/postgres/explain-postgres.js'
import { noServer } from '../../sql/postgres/new-schema.js'
import { openLargeSite } from './large-postgres-site.js'

const POSTS = 200_000
/** After the fifth run, PostgreSQL may plan a prepared statement for all values. */
const RUNS = 10

/** The pages that a statement may read, unless a request has its own number. */
const PAGES = 500
/** The pages by which runs of a statement may differ. */
const SPREAD = 100

const LARGE = ['posts', 'post_texts', 'assignments']
/** The records that may be read one after the other without an index. */
const SCANNED = 25_000

/** Requests, and the pages that each of their statements may read. */
const REQUESTS: readonly (readonly [query: string, pages?: number])[] = [
  ['posts'],
  ['posts?page=3&per_page=100', 1000],
  ...['author', 'date', 'id', 'modified', 'slug', 'title'].flatMap(order =>
    ['asc', 'desc'].map(direction => [`posts?orderby=${order}&order=${direction}`] as const),
  ),
  ['posts?_embed=1'],
  ['posts?slug=note-150000'],
  ['posts?include=5,50,5000,150000'],
  // The total is counted in an index.
  ['posts?exclude=200001,200002', 2000],
  ['posts?author=1&orderby=modified', 2000],
  ['posts?after=2039-01-01T00:00:00'],
  ['posts?before=2020-03-01T00:00:00&order=asc'],
  ['posts/77'],
  ['posts/77?_embed=1'],
  ['tags'],
  ['tags?orderby=count'],
  ['categories'],
  ['comments'],
  ['users'],
  // Each of the 8,000 posts with the tag is looked up, for the total.
  ['posts?tags=5', 2000],
  ['posts?categories=1&tags=3', 40_000],
  // Entries of an index: those of 180,000 posts.
  ['posts?offset=180000', 2500],
  ['posts?page=18000', 2500],
  // The texts of 10,000 posts are read for the total.
  ['posts?search=note', 4000],
  ['posts?search=meets%20paper', 4000],
  ['posts?search=note%20177777'],
  ['posts?search=note%20177777&orderby=relevance', 600],
  ['posts?search=zebra'],
  ['posts?search=%22how%20the%20one%22', 4000],
  ['search?search=paper', 7000],
  ['search?search=note%20177777', 600],
]

/** They are too short for the index: one of them is in no title. */
const SHORT: readonly string[] = ['search?search=of', 'search?search=no', 'search?search=zz', 'posts?search=of']

const reason = await noServer()

t.test('plans at 200,000 posts', reason === undefined ? {} : { skip: reason }, async t => {
  const large = await openLargeSite(POSTS)
  t.teardown(() => large.close())
  const reading = await openExplaining(large.url, large.schema, false)
  t.teardown(() => reading.close())
  const writing = await openExplaining(large.url, large.schema, true)
  t.teardown(() => writing.close())
  const { authorization } = large
  const send = async (method: string, target: string, body?: object) => {
    const [path, query = ''] = target.split('?')
    const { status, text } = await large.site.dispatch({
      method,
      path: `/cms/v2/${path}`,
      query,
      headers: { authorization },
      ...(body && { body: { kind: 'json', value: body } }),
    })
    if (status > 201) throw new Error(`${method} ${target}: ${status} ${text()}`)
  }
  const check = async (
    name: string,
    task: () => Promise<unknown>,
    pages = PAGES,
    scanned = SCANNED,
    explaining = reading,
  ) => {
    for (const statement of await large.statementsOf(task)) {
      const reads = await explaining.readsOf(statement, RUNS)
      const numbers = reads.map(each => each.pages)
      const [least, most] = [Math.min(...numbers), Math.max(...numbers)]
      const text = `${name}: ${statement.sql.slice(0, 1000)}`
      t.ok(most <= pages, `${most} pages: ${text}`)
      t.ok(most <= 2 * least + SPREAD, `${numbers.join()} pages: ${text}`)
      for (const { scanned: tables } of reads)
        for (const table of LARGE) {
          const rows = tables.get(table) ?? 0
          if (rows > scanned) t.fail(`${rows} ${table} were scanned: ${text}`)
        }
    }
  }

  for (const [target, pages] of REQUESTS) await check(target, () => send('GET', target), pages)
  await check('posts of an editor', () => send('GET', 'posts?context=edit&status=any'))
  for (const target of SHORT) await check(target, () => send('GET', target), 90_000, 2 * POSTS)
  let edits = 0
  const checkWrite = async (name: string, method: string, target: string, body?: () => object) => {
    await check(name, () => send(method, target, body?.()), PAGES, SCANNED, writing)
  }
  await checkWrite('a creation', 'POST', 'posts', () => ({ title: `New ${++edits}`, status: 'publish', tags: [5, 6] }))
  await checkWrite('an edit', 'POST', 'posts/77', () => ({ title: `Edited ${++edits}`, content: `Edit ${edits}` }))
  await checkWrite('other terms', 'POST', 'posts/78', () => ({ tags: [5], categories: [] }))
  await checkWrite('trashing', 'DELETE', 'posts/79')
  await checkWrite('deleting', 'DELETE', 'posts/80?force=true')
  await checkWrite('a comment', 'POST', 'comments', () => ({ post: 81, content: `Comment ${++edits}` }))
})
