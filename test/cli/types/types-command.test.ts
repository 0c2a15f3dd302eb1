import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { writePackages } from '../../site/plugins/plugin-packages.js'
import { run } from '../fake-terminal.js'
import { newFolder } from '../new-site.js'

const config = `export default {
  types: { 'book-review': { restBase: 'reviews', supports: ['title', 'custom-fields'] }, secret: { showInRest: false } },
  taxonomies: { genre: { objectTypes: ['book-review'] } },
  meta: [
    { object: 'post', subtype: 'book-review', key: 'stars', type: 'integer', single: true, description: 'One */ to 5.' },
    { object: 'post', subtype: 'book-review', key: 'mood', type: 'string', single: true, schema: { enum: ["it's", 'ok'] } },
    { object: 'post', subtype: 'book-review', key: 'page-numbers', type: 'integer' },
    {
      object: 'post',
      subtype: 'book-review',
      key: 'place',
      type: 'object',
      single: true,
      schema: { properties: { lat: { type: 'number' }, names: { type: 'array', items: { type: ['string', 'null'] } } } },
    },
    { object: 'post', subtype: 'book-review', key: 'hidden', type: 'string', showInRest: false },
    { object: 'post', subtype: 'book-review', key: 'cost', type: 'number', single: true, authorizeRead: user => user.can('x') },
    { object: 'user', key: 'phone', type: 'string', single: true },
  ],
  fields: { 'book-review': { shelf: { schema: { oneOf: [{ type: 'integer' }, { type: 'string' }] }, get: () => 7 } } },
}`

/** Writes a configuration, and returns the words that name it. */
function configured(t: Parameters<typeof newFolder>[0]): { folder: string; words: readonly string[] } {
  const folder = newFolder(t)
  writeFileSync(join(folder, 'platen.config.mjs'), config)
  return { folder, words: ['--config', join(folder, 'platen.config.mjs')] }
}

t.test('writes the types of a configuration, without a site', async t => {
  const { folder, words } = configured(t)
  const path = join(folder, 'types.d.ts')
  const { code, out, err } = await run(['types', ...words, '--store', 'memory', '--out', path])
  t.match({ code, err }, { code: 0, err: '' })
  t.match(
    out,
    `Wrote the types of post, page, attachment, book-review, category, post_tag, genre, user, comment to ${path}.`,
  )
  const text = readFileSync(path, 'utf8')
  const meta = `/** The meta values of the resource book-review. */
export interface BookReviewMeta {
  /** One * / to 5. */
  stars: number
  mood: "it's" | 'ok' | null
  'page-numbers': number[]
  place: {
    lat?: number
    names?: (string | null)[]
  }
  cost?: number
}
`
  t.ok(text.includes(meta), 'meta')
  t.match(text, /^ {2}shelf: number \| string$/m)
  t.match(text, /^ {2}genre: number\[\]$/m)
  const member = `  'book-review': {
    path: '/cms/v2/reviews'
    body: BookReviewBody
    meta: BookReviewMeta
    content: 'reviews'
  }`
  t.ok(text.includes(member), 'member')
  t.match(text, /^ {2}genre: \{\n {4}path: '\/cms\/v2\/genre'$/m)
  t.match(text, /^ {2}interface RegisteredTypes extends SiteTypes \{\}$/m)
  const exported = await run(['types', ...words, '--store', 'memory', '--no-global', '--out', '-'])
  t.match(exported, { code: 0, out: /^export interface SiteTypes \{$/m })
  t.notMatch(exported.out, 'declare module')
  t.notMatch(text, /secret|hidden/i)
  t.notOk(existsSync(join(folder, 'data')), 'no site was made')
})

t.test('reads the site, with the types of active plugins', async t => {
  const { folder, words } = configured(t)
  const entry = `export default {
    name: 'shop',
    load: async site => void site.registerPostType('product', { restBase: 'products', supports: ['custom-fields'] }),
    setup: site => site.registerMeta({ object: 'post', key: 'price', type: 'number', single: true }),
  }`
  writePackages(join(folder, 'plugins'), { shop: { entry } })
  const place = [...words, '--plugins', join(folder, 'plugins')]
  const types = async () => (await run(['types', ...place, '--out', '-'])).out
  t.match(await run(['init', ...words, '--password', 'correct horse']), { code: 0 })
  t.notMatch(await types(), 'product')
  t.match(await run(['plugin', 'activate', 'shop/index', ...place]), { code: 0 })
  const text = await types()
  t.match(text, /^ {2}product: \{\n {4}path: '\/cms\/v2\/products'$/m)
  t.match(text, /^export interface ProductMeta \{\n {2}price: number\n\}$/m)
})

t.test('paths are those of the dialect cms', async t => {
  const { words } = configured(t)
  t.match(await run(['init', ...words, '--dialect', 'wp', '--password', 'correct horse']), { code: 0 })
  t.match((await run(['types', ...words, '--out', '-'])).out, /path: '\/cms\/v2\/reviews'/)
})
