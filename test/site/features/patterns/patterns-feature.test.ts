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
