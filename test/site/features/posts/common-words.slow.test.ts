import { createMemoryStore } from '@platen/memory'
import { assignmentsIn, type PostRecord, postsIn, type Site } from '@platen/site'
import type { NewRecord } from '@platen/storage'
import { type Choices, randomChoices } from '@platen/storage/contract'
import t from 'tap'
import { openWalkingStore } from '../../../sql/walking-store.js'
import { makeSite } from '../../make-site.js'
import { openNewFile } from '../../sqlite-file.js'
import { recordOf } from './counting-site.js'

const seed = Number(process.env['PLATEN_SEED'] ?? 1)
const WORDS = ['note', 'ink', 'paper', 'tell', 'other', 'garden', 'Gärten', 'letters', 'a', 'no', 'in']

/** The first words are the most frequent. */
const wordOf = (choices: Choices) =>
  WORDS[Math.floor((choices.below(100) * choices.below(100) * WORDS.length) / 10_000)] ?? ''
const textOf = (choices: Choices, most: number) =>
  Array.from({ length: choices.below(most + 1) }, () => wordOf(choices)).join(' ')

const randomPost = (choices: Choices, at: number): NewRecord<PostRecord> =>
  recordOf(`post-${at}`, {
    type: choices.pick(['post', 'post', 'post', 'page', 'memo']),
    status: choices.pick(['publish', 'publish', 'publish', 'publish', 'draft', 'private']),
    author: choices.pick([1, 1, 2, 3]),
    password: choices.chance(0.1) ? 'secret' : '',
    title: textOf(choices, 3),
    content: textOf(choices, 12),
    excerpt: choices.chance(0.3) ? textOf(choices, 5) : '',
    date: `2024-01-${String(1 + choices.below(20)).padStart(2, '0')}T00:00:00`,
    modified: `2024-02-${String(1 + choices.below(20)).padStart(2, '0')}T00:00:00`,
  })

function randomSearch(choices: Choices): string {
  const word = () =>
    (choices.chance(0.2) ? '-' : '') + (choices.chance(0.2) ? `"${textOf(choices, 3)}"` : choices.pick(WORDS))
  return Array.from({ length: 1 + choices.below(3) }, word).join(' ')
}

const LISTS = [
  '/posts?orderby=relevance',
  '/posts?orderby=relevance&order=asc',
  '/posts?orderby=date',
  '/posts?orderby=date&order=asc',
  '/posts?orderby=modified',
  '/posts?orderby=title&order=asc',
  '/posts?orderby=slug',
  '/posts?orderby=author',
  '/posts?orderby=id',
  '/pages?orderby=relevance',
  '/memo?orderby=relevance',
  '/memo?orderby=date',
  '/search?',
  '/search?subtype=post',
  '/search?subtype=page,memo',
]
const FILTERS = [
  ...['', '', '', '&author=2', '&author_exclude=1', '&after=2024-01-15T00:00:00', '&categories=1', '&tags_exclude=2'],
  ...['&include=3,4,5,6,7,8,9,10', '&exclude=3,4,5', '&search_columns=post_title', '&status=draft,publish,private'],
]

const register = (site: Site) =>
  site.registerPostType('memo', { label: 'Memos', public: true, showInRest: true, supports: ['title', 'editor'] })

t.test(`searches find the same in each store, in the same order (SEED=${seed})`, async t => {
  const choices = randomChoices(seed)
  const folder = t.testdir()
  const stores = [
    createMemoryStore(),
    await openNewFile(`${folder}/site.sqlite`),
    await openWalkingStore(`${folder}/walking.sqlite`),
  ]
  const sites = await Promise.all(stores.map(store => makeSite({ store, register, searchTotalLimit: 12 })))
  const records = Array.from({ length: 160 }, (_, at) => randomPost(choices, at))
  const carried = records.map(() => choices.some([1, 2, 3], 2))
  for (const store of stores) {
    await store.transaction(async tx => {
      const posts = await postsIn(tx).insertMany(records)
      const assignments = posts.flatMap(({ id: object }, at) =>
        (carried[at] ?? []).map((term, position) => ({ object, term, position })),
      )
      await assignmentsIn(tx).insertMany(assignments)
    })
  }
  let found = 0
  let capped = 0
  for (let round = 0; round < 1000; round++) {
    const query = `&search=${encodeURIComponent(randomSearch(choices))}${choices.pick(FILTERS)}`
    const window = `&per_page=${choices.pick([2, 5, 100])}&page=${choices.pick([1, 1, 1, 2, 4])}&_fields=id`
    const request = `GET ${choices.pick(LISTS)}${query}${window}`
    const as = choices.pick(['anonymous', 'anonymous', 'subscriber', 'author', 'administrator'])
    const answers = await Promise.all(
      sites.map(async ({ send }) => {
        const { status, headers, text } = await send(request, { as })
        return { status, headers, text: text() }
      }),
    )
    const [memory, ...others] = answers
    for (const other of others) if (!t.strictSame(other, memory, `${as} ${request}`)) return
    if (memory?.status === 200 && memory.text !== '[]') found++
    if (memory?.headers['X-CMS-TotalRelation'] === 'at-least') capped++
  }
  t.ok(found > 50, `${found} searches found something`)
  t.ok(capped > 10, `${capped} totals were capped`)
  for (const { send } of sites) {
    for (const word of ['note', 'ink', 'garden']) {
      const list = `GET /posts?search=${word}&_fields=id`
      const ids = async (query: string) => {
        const { body, headers } = await send(`${list}&${query}`, { as: 'anonymous' })
        const [, cursor] = /[?&]cursor=([^&>]*)[^>]*>; rel="next"/.exec(headers['Link'] ?? '') ?? []
        return { ids: (body as readonly { readonly id: number }[]).map(({ id }) => id), cursor }
      }
      const continued: number[] = []
      for (let cursor: string | undefined = ''; cursor !== undefined; ) {
        const page: { ids: number[]; cursor: string | undefined } = await ids(`per_page=7&cursor=${cursor}`)
        continued.push(...page.ids)
        cursor = page.cursor
      }
      t.strictSame(continued, (await ids('per_page=100')).ids, `${word}, by cursors`)
    }
  }
  await Promise.all(stores.map(store => store.close()))
})
