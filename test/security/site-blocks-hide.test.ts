import { postsIn, termsIn } from '@platen/site'
import t from 'tap'
import { recordedSite } from '../site/blocks/recorded-site.js'
import { EVERY_BLOCK } from '../site/blocks/used-blocks.js'
import { recordOf } from '../site/features/posts/counting-site.js'

// Every record that not everybody may read has a word of its own; what blocks show to anonymous readers has none of them.
const WORD = /kanar\w*/g
const made = await recordedSite({
  register: site => {
    site.registerTaxonomy('clearance', { objectTypes: ['post'], restricted: true })
    site.registerTaxonomy('internal', { objectTypes: ['post'], public: false })
    site.registerPostType('memo', { public: false })
  },
})
const { store, send, ids } = made

for (const [index, status] of ['draft', 'pending', 'private', 'future', 'trash', 'auto-draft'].entries())
  for (const type of ['post', 'page', 'wp_navigation', 'memo']) {
    const content = `<!-- wp:navigation-link {"label":"kanarlink${status}","url":"/kanarurl"} /-->`
    const date = `20${30 + index}-0${index + 1}-01T00:00:00`
    await postsIn(store).insert(
      recordOf(`kanarslug-${type}-${status}`, {
        type,
        status,
        title: `kanar${type}${status}`,
        content,
        date,
        dateGmt: date,
      }),
    )
  }
for (const type of ['wp_navigation', 'post']) {
  const content = '<!-- wp:navigation-link {"label":"kanarlocked","url":"/x"} /-->kanarlocked'
  await postsIn(store).insert(
    recordOf(`locked-${type}`, { type, title: 'Locked', password: 'x', content, excerpt: 'kanarexcerpt' }),
  )
}
for (const taxonomy of ['clearance', 'internal', 'nav_menu'])
  await termsIn(store).insert({
    taxonomy,
    name: `kanar${taxonomy}`,
    slug: `kanarslug${taxonomy}`,
    description: `kanartext${taxonomy}`,
    parent: 0,
    group: 0,
    count: 7,
  })

const hidden = (await postsIn(store).find({})).records.filter(({ title }) => /kanar|Secret/.test(title))
/** Further uses, which name what is hidden. */
const NAMED = [
  ...['clearance', 'internal', 'nav_menu', 'unknown'].flatMap(taxonomy => [
    `<!-- wp:categories {"taxonomy":"${taxonomy}","showEmpty":true,"showPostCounts":true} /-->`,
    `<!-- wp:categories {"taxonomy":"${taxonomy}","showEmpty":true,"displayAsDropdown":true} /-->`,
    `<!-- wp:tag-cloud {"taxonomy":"${taxonomy}","showTagCounts":true} /-->`,
    `<!-- wp:terms-query {"termQuery":{"taxonomy":"${taxonomy}","hideEmpty":false}} --><div><!-- wp:term-template --><!-- wp:term-name /--><!-- wp:term-description /--><!-- wp:term-count /--><!-- /wp:term-template --></div><!-- /wp:terms-query -->`,
  ]),
  ...hidden.flatMap(({ id, type }) => [
    `<!-- wp:navigation {"ref":${id}} /-->`,
    `<!-- wp:page-list {"parentPageID":${id}} /-->`,
    `<!-- wp:navigation-link {"label":"kanarlabel","kind":"post-type","type":"${type}","id":${id}} /-->`,
    `<!-- wp:navigation-submenu {"label":"kanarlabel","kind":"post-type","type":"${type}","id":${id}} /-->`,
  ]),
  ...['alpha', 'postbypost', 'daily', 'weekly', 'yearly'].map(
    type => `<!-- wp:archives {"type":"${type}","showPostCounts":true} /-->`,
  ),
  ...[2018, 2019, 2030, 2031, 2032].map(year => `<!-- wp:calendar {"year":${year},"month":1} /-->`),
]

t.test('no block shows what a reader may not read', async t => {
  const uses = [...Object.values(EVERY_BLOCK), ...NAMED].map(block =>
    block.replaceAll('MENU', String(ids.get('menu'))).replaceAll('PAGE', String(ids.get('page'))),
  )
  for (const use of uses) {
    const { id } = await postsIn(store).insert(recordOf('shown', { content: use, parent: hidden[0]?.id ?? 0 }))
    const { body } = await send(`GET /posts/${id}?_fields=content`, { as: 'anonymous' })
    const html = (body as { content: { rendered: string } }).content.rendered
    t.same(
      [...html.matchAll(WORD), ...html.matchAll(/Secret\w*/g)].map(([word]) => word),
      [],
      use,
    )
    // Dates of what is not published are those of no archive.
    t.notMatch(html, /\/20(?:18|19|30|31|32|33|34|35)\//, use)
    await postsIn(store).remove(id)
  }
  t.ok(uses.length > 100)
})
