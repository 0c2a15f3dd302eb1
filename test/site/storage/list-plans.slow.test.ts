import { openSqliteStore } from '@platen/sql/sqlite'
import t, { type Test } from 'tap'
import { observeStatements, type RanStatement } from '../../sql/observe-statements.js'
import { listSite, ORDERS, PAIRS } from './list-arguments.js'

t.setTimeout(280_000)

const FEW = 2500
const MANY = 10_000

/** How many records of other tables a list with an argument looks at for each post; none if it is not listed. */
const RELATED: readonly (readonly [argument: RegExp, records: number])[] = [
  // A post has a category and three tags.
  [/tags/, 4],
  [/category/, 1],
  [/word/, 1],
  // All terms of a post may be formats.
  [/format/, 8],
]
/** What does not depend on the number of posts: the terms of a request, the records of a page. */
const FIXED = 500
/** How many records a page goes through at most, however many posts there are, unless the offset requires it. */
const MOST_OF_PAGE = 1000

/** Pairs whose pages cost more on a larger site, and the reasons. */
const ACCEPTED: readonly [list: RegExp, reason: string][] = [
  [/by parent$/, 'few want this order: an index would slow down every write'],
  [
    /(?:rare tags|category|(?:^|, )author|after|before|common word).* by slug$/,
    'what these leave is sorted: the index of slugs has those of all types',
  ],
  [/without many tags/, 'the posts of these tags are gathered first: there may be fewer without them'],
  [/all of two tags/, 'the posts of a tag are gathered: few have both'],
  [
    /^rare tags, (?:author|other authors|after|before|common word|far away)/,
    'the few posts of these tags are gathered',
  ],
  [/^without some tags, other authors/, 'half of the posts are looked at for the few of other authors'],
  [
    /(?:^|, )author,.* by (?:date|id|modified|title)$/,
    'an index has the posts of each author in order, not of several',
  ],
  [/(?:after|before),.* by (?:author|id|modified|title)$/, 'all posts of a time may be the last in another order'],
  [/(?:category|other authors|far away), common word|common word, far away/, 'a text is looked for in all posts'],
  [/^(?:after|before|without some tags), far away/, 'most matches are passed'],
]

async function openSite(t: Test, path: string, posts: number) {
  const ran: RanStatement[] = []
  const store = await openSqliteStore({
    path,
    synchronous: 'normal',
    statementTimeout: Number.POSITIVE_INFINITY,
    onStatement: (sql, parameters) => ran.push({ sql, parameters }),
  })
  const site = await listSite(store, posts)
  const observed = observeStatements(path, posts * 20)
  t.teardown(() => {
    observed.close()
    return store.close()
  })
  return {
    ...observed,
    /** The queries of a list, and its total. */
    async queriesOf(query: string): Promise<{ readonly queries: readonly RanStatement[]; readonly total: number }> {
      ran.length = 0
      const { status, body, headers } = await site.dispatch({ method: 'GET', path: '/cms/v2/posts', query })
      if (status !== 200) throw new Error(`${query}: ${JSON.stringify(body)}`)
      const queries = ran.filter(({ sql }) => sql.startsWith('select') && sql.includes(' as "t'))
      return { queries, total: Number(headers['X-CMS-Total']) }
    },
  }
}

const isCount = ({ sql }: RanStatement) => sql.startsWith('select count(*)')
/** Whether each post is looked for with each term of a list, not with a single one: visits only show what is found. */
function seeksLists({ sql }: RanStatement, plan: readonly string[]): boolean {
  const seeks = plan.filter(step => /object=\? AND term=\?|term=\? AND object=\?/.test(step))
  return seeks.length > sql.split('"term" = ?').length - 1
}

t.test('no pair of arguments goes through the posts more than once, and pages of most pairs through few', async t => {
  const folder = t.testdir()
  const small = await openSite(t, `${folder}/small.sqlite`, FEW)
  const large = await openSite(t, `${folder}/large.sqlite`, MANY)
  const used = new Set<RegExp>()
  let found = 0
  let flat = 0

  for (const { name, query } of PAIRS) {
    const related = name.split(', ').map(argument => RELATED.find(([pattern]) => pattern.test(argument))?.[1] ?? 0)
    const perPost = related.reduce((sum, records) => sum + records, 1)
    for (const order of ORDERS) {
      const list = `${name}, by ${order}`
      const pages: number[] = []
      for (const [site, posts] of [[small, FEW] as const, [large, MANY] as const]) {
        const { queries, total } = await site.queriesOf(`${query}&orderby=${order}&_fields=id`)
        if (site === large && total > 0) found++
        const most = posts * perPost + FIXED
        let page = 0
        for (const statement of queries) {
          const plan = site.planOf(statement)
          if (seeksLists(statement, plan)) t.fail(`${list}: looks for each term in each post`, { plan, ...statement })
          const visited = site.visitsOf(statement)
          if (visited > most) t.fail(`${list}: ${visited} records, more than ${most}`, { plan, ...statement })
          if (!isCount(statement)) page = Math.max(page, visited)
        }
        pages.push(page)
      }
      const [before = 0, after = 0] = pages
      if (after <= Math.max(MOST_OF_PAGE, before * 1.1)) {
        flat++
        continue
      }
      const reason = ACCEPTED.find(([pattern]) => pattern.test(list))
      if (reason) used.add(reason[0])
      else t.fail(`${list}: a page goes through ${before} records, and ${after} with ${MANY / FEW} times the posts`)
    }
  }
  const lists = PAIRS.length * ORDERS.length
  t.comment(`${lists} lists, ${flat} of them with pages that cost the same`)
  t.ok(found > lists / 3, `${found} of ${lists} lists have posts`)
  for (const [pattern, reason] of ACCEPTED) t.ok(used.has(pattern), `${pattern} is needed: ${reason}`)
})

t.test('counting records changes no plan', async t => {
  const site = await openSite(t, `${t.testdir()}/site.sqlite`, FEW)
  for (const { name, query } of PAIRS) {
    const { queries } = await site.queriesOf(query)
    for (const statement of queries) t.same(site.countedPlanOf(statement), site.planOf(statement), name)
  }
})
