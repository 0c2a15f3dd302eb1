import t from 'tap'
import { makeSite } from '../../make-site.js'

interface Shown {
  readonly content: { readonly raw: string }
}

const WRITTEN: readonly (readonly [given: string, stored: string])[] = [
  [
    '<!-- wp:core/paragraph   {"a":1}   --><p>x</p><!--  /wp:core/paragraph  -->',
    '<!-- wp:paragraph {"a":1} --><p>x</p><!-- /wp:paragraph -->',
  ],
  [
    '<!-- wp:x {"a":"<b> & -- \\" \\\\ \u2028"} /-->',
    '<!-- wp:x {"a":"\\u003cb\\u003e \\u0026 \\u002d\\u002d \\u0022 \\u005c \\u2028"} /-->',
  ],
  ['<!-- wp:x {"a":"\\u003cb\\u003e"} /-->', '<!-- wp:x {"a":"\\u003cb\\u003e"} /-->'],
  ['<!-- wp:x {bad} --><p>y</p><!-- /wp:x -->', '<!-- wp:x --><p>y</p><!-- /wp:x -->'],
  ['<!-- wp:x --><p>open', '<!-- wp:x --><p>open<!-- /wp:x -->'],
  ['before <!-- wp:x /--> after < & >', 'before <!-- wp:x /--> after < & >'],
  ['no <!--wp:x --> block', 'no <!--wp:x --> block'],
  ['plain & <b>', 'plain & <b>'],
]

t.test('blocks of posts and pages are written in one way', async t => {
  const { send } = await makeSite()
  for (const list of ['/posts', '/pages'])
    for (const [at, [given, stored]] of WRITTEN.entries()) {
      const { status, body } = await send(`POST ${list}`, { body: { title: 'x', content: given } })
      t.equal(status, 201)
      t.equal((body as unknown as Shown).content.raw, stored, `${list}, content ${at + 1}`)
    }
})

t.test('blocks of registered types do not change', async t => {
  const { send } = await makeSite({
    register: site =>
      site.registerPostType('book', { label: 'Books', public: true, restBase: 'books', supports: ['title', 'editor'] }),
  })
  for (const [given] of WRITTEN) {
    const { body } = await send('POST /books', { body: { title: 'x', content: given } })
    t.equal((body as unknown as Shown).content.raw, given)
  }
})
