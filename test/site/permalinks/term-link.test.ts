import { type TermRecord, termsIn } from '@platen/site'
import t from 'tap'
import { makeSite } from '../make-site.js'

const made = await makeSite({
  register(site) {
    site.registerTaxonomy('genre', { label: 'Genres', objectTypes: ['post'], hierarchical: true })
    site.registerTaxonomy('inner', { label: 'Inner', objectTypes: ['post'], public: false })
    site.registerTaxonomy('place', { label: 'Places', objectTypes: ['post'], rewriteSlug: 'where', queryVar: 'at' })
  },
})
const { send, store } = made

const term = (taxonomy: string, slug: string, parent = 0): Promise<TermRecord> =>
  termsIn(store).insert({ taxonomy, name: slug, slug, description: '', parent, group: 0, count: 0 })

const top = await term('category', 'top')
const mid = await term('category', 'mid', top.id)
const low = await term('category', 'low', mid.id)
const loop = await term('category', 'loop')
const back = await term('category', 'back', loop.id)
await termsIn(store).update(loop.id, { parent: back.id })
const orphan = await term('category', 'orphan', 9999)
const genre = await term('genre', 'low', (await term('genre', 'top')).id)
const tag = await term('post_tag', '%e6%97%a5')
const inner = await term('inner', 'hidden')
const place = await term('place', 'here')

const PATHS: Readonly<Record<string, string>> = { category: '/categories', post_tag: '/tags' }

const LINKS: readonly (readonly [term: TermRecord, structure: string, link: string])[] = [
  [low, '/%year%/%postname%/', '/category/top/mid/low/'],
  [low, '/%year%/%postname%', '/category/top/mid/low'],
  [low, '/blog/%postname%/', '/blog/category/top/mid/low/'],
  [low, 'blog/%postname%/', '/blog/category/top/mid/low/'],
  [low, '%postname%', '/category/top/mid/low'],
  [low, '/index.php/%postname%/', '/index.php/category/top/mid/low/'],
  [low, '/archives/p-%post_id%', '/archives/p-category/top/mid/low'],
  [low, '', `/?cat=${low.id}`],
  [orphan, '/%postname%/', '/category/orphan/'],
  [loop, '/%postname%/', '/category/back/loop/'],
  [genre, '/%postname%/', '/genre/low/'],
  [genre, '', '/?genre=low'],
  [tag, '/%postname%/', '/tag/%e6%97%a5/'],
  [tag, '', '/?tag=%e6%97%a5'],
  [place, '/%postname%/', '/where/here/'],
  [place, '', '/?at=here'],
  [inner, '/%postname%/', '/?taxonomy=inner&term=hidden'],
  [inner, '', '/?taxonomy=inner&term=hidden'],
]

for (const [{ taxonomy, id, slug }, structure, link] of LINKS) {
  t.test(`${taxonomy} ${slug} with "${structure}"`, async t => {
    await store.options.set('permalink_structure', structure)
    const { body } = await send(`GET ${PATHS[taxonomy] ?? `/${taxonomy}`}/${id}?_fields=link`)
    t.same(body, { link: `https://site.example${link}` })
  })
}
