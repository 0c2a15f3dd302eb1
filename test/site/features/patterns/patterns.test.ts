import { type DirectoryPattern, type PatternDirectoryQuery, themeOf } from '@platen/site'
import { RegistrationError } from '@platen/site/extend'
import t from 'tap'
import { makeSite } from '../../make-site.js'

const content = '<!-- wp:paragraph --><p>x</p><!-- /wp:paragraph -->'

const { send, site } = await makeSite({
  register(site) {
    site.registerBlockPatternCategory('shop', { label: 'Shop', description: 'What sells' })
    site.registerBlockPatternCategory('rest', { label: 'The rest' })
    site.registerBlockPattern('shop/offer', {
      title: 'Offer',
      content,
      description: 'An offer',
      viewportWidth: 640.5,
      inserter: false,
      categories: ['shop'],
      keywords: ['price'],
      blockTypes: ['core/paragraph'],
      postTypes: ['page'],
      templateTypes: ['single'],
      source: 'plugin',
    })
    site.registerBlockPattern('shop/plain', { title: 'Plain', content: '' })
    site.registerPostType('memo', { capabilityType: 'memo', mapMetaCap: true })
  },
  roles: {
    administrator: { label: 'Administrator', capabilities: ['edit_posts'] },
    editor: { label: 'Editor', capabilities: ['edit_memos'] },
    author: { label: 'Author', capabilities: ['read'] },
  },
})

t.test('all fields of a pattern, and only those that it sets', async t => {
  t.same((await send('GET /block-patterns/patterns')).body, [
    {
      name: 'shop/offer',
      title: 'Offer',
      content,
      description: 'An offer',
      viewport_width: 640.5,
      inserter: false,
      categories: ['shop'],
      keywords: ['price'],
      block_types: ['core/paragraph'],
      post_types: ['page'],
      template_types: ['single'],
      source: 'plugin',
    },
    { name: 'shop/plain', title: 'Plain', content: '' },
  ])
})

t.test('the categories', async t => {
  t.same((await send('GET /block-patterns/categories')).body, [
    { name: 'shop', label: 'Shop', description: 'What sells' },
    { name: 'rest', label: 'The rest' },
  ])
})

t.test('who writes posts of some type sees them', async t => {
  for (const path of ['/block-patterns/patterns', '/block-patterns/categories']) {
    t.equal((await send(`GET ${path}`, { as: 'editor' })).status, 200)
    t.match(await send(`GET ${path}`, { as: 'author' }), { status: 403, body: { code: 'rest_cannot_view' } })
    t.match(await send(`GET ${path}`, { as: 'anonymous' }), { status: 401, body: { code: 'rest_cannot_view' } })
  }
})

const WRONG: readonly (readonly [what: string, name: string, options: object])[] = [
  ['a name with spaces', 'shop offer', { title: 'x', content: '' }],
  ['no title', 'shop/x', { content: '' }],
  ['no content', 'shop/x', { title: 'x' }],
  ['an unknown option', 'shop/x', { title: 'x', content: '', viewportwidth: 5 }],
  ['an unknown source', 'shop/x', { title: 'x', content: '', source: 'elsewhere' }],
  ['a name twice', 'twice/twice', { title: 'x', content: '' }],
]

for (const [what, name, options] of WRONG) {
  t.test(`${what} is refused`, async t => {
    await t.rejects(
      makeSite({
        register(site) {
          site.registerBlockPattern('twice/twice', { title: 'Twice', content: '' })
          site.registerBlockPattern(name, options as { title: string; content: string })
        },
      }),
      RegistrationError,
    )
  })
}

t.test('a pattern is refused once the site serves requests', async t => {
  t.throws(() => site.registerBlockPattern('shop/late', { title: 'Late', content: '' }), RegistrationError)
})

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
