import { type DirectoryPattern, type PatternDirectoryQuery, themeOf } from '@platen/site'
import t from 'tap'
import { makeSite } from '../../make-site.js'

const INDEX = { 'templates/index.html': '<!-- wp:paragraph --><p>x</p><!-- /wp:paragraph -->' }
const garden = themeOf('garden', {
  ...INDEX,
  'style.css': '/*\nTheme Name: Garden\n*/',
  'theme.json': JSON.stringify({ version: 3, patterns: ['three-roses', 'one-tulip', 'three-roses'] }),
  'patterns/own.php': '<?php\n/**\n * Title: Own\n * Slug: one-tulip\n */\n?><p>own</p>',
})

const pattern = (id: number, title: string): DirectoryPattern => ({
  id,
  title,
  content: `<p onclick="x">${title}</p><script>x</script>`,
  categories: ['flowers'],
  keywords: [],
  description: `About <b>${title}</b>`,
  viewportWidth: 800,
  blockTypes: [],
})
const ROSES = pattern(1, 'Three roses')

type Search = (query: PatternDirectoryQuery) => Promise<readonly DirectoryPattern[]>

async function gardenSite(search: Search | undefined) {
  const queries: PatternDirectoryQuery[] = []
  const warnings: string[] = []
  let now = Date.UTC(2026, 0, 1)
  const made = await makeSite({
    themes: [garden],
    services: {
      clock: () => now,
      logger: { info() {}, error() {}, warn: (_data: object, message: string) => warnings.push(message) },
    },
    ...(search && {
      patternDirectory: {
        search(query: PatternDirectoryQuery) {
          queries.push(query)
          return search(query)
        },
      },
    }),
  })
  await made.store.options.set('stylesheet', 'garden')
  const list = async () => (await made.send('GET /block-patterns/patterns')).body as { name: string; source?: string }[]
  const names = async () => (await list()).map(({ name }) => name)
  const pass = (hours: number) => {
    now += hours * 60 * 60 * 1000
  }
  return { queries, warnings, list, names, pass }
}

const nextTurn = () => new Promise(resolve => setImmediate(resolve))

t.test('patterns that the theme recommends are read from the directory once', async t => {
  const { queries, list, names, pass } = await gardenSite(async () => [ROSES, pattern(2, 'One tulip')])
  t.equal(queries.length, 0, 'not before they are listed')
  const [, roses] = await list()
  t.match(roses, {
    name: 'three-roses',
    title: 'Three roses',
    content: '<p>Three roses</p>x',
    description: 'About Three roses',
    viewport_width: 800,
    categories: ['flowers'],
    source: 'pattern-directory/theme',
  })
  t.match(queries, [{ page: 1, perPage: 2, slugs: ['three-roses', 'one-tulip'] }])
  await Promise.all([names(), names()])
  t.same(await names(), ['one-tulip', 'three-roses'], 'the own pattern of the theme counts')
  t.equal(queries.length, 1)
  pass(25)
  t.same(await names(), ['one-tulip', 'three-roses'])
  t.equal(queries.length, 2)
})

t.test('a directory that cannot be reached is tried again later', async t => {
  let fails = true
  const { queries, warnings, names, pass } = await gardenSite(async () => {
    if (fails) throw new Error('no network')
    return [ROSES]
  })
  t.same(await names(), ['one-tulip'])
  t.same(await names(), ['one-tulip'])
  t.equal(queries.length, 1)
  t.equal(warnings.length, 1)
  fails = false
  pass(1)
  await names()
  await nextTurn()
  t.same(await names(), ['one-tulip', 'three-roses'])
  fails = true
  pass(25)
  await names()
  await nextTurn()
  t.same(await names(), ['one-tulip', 'three-roses'], 'the cached patterns stay')
})

t.test('a slow directory does not block the list', async t => {
  let answer: (found: readonly DirectoryPattern[]) => void = () => {}
  const { queries, names } = await gardenSite(() => new Promise(resolve => (answer = resolve)))
  t.same(await names(), ['one-tulip'])
  answer([ROSES])
  await nextTurn()
  t.same(await names(), ['one-tulip', 'three-roses'])
  t.equal(queries.length, 1)
})

t.test('without a directory there are the patterns of the theme', async t => {
  t.same(await (await gardenSite(undefined)).names(), ['one-tulip'])
})
