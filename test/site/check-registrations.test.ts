import { createMemoryStore } from '@platen/memory'
import { createSite, type Site } from '@platen/site'
import t from 'tap'
import { makeSite } from './make-site.js'

const text = { object: 'post', key: 'mood', type: 'string' } as const

/** What is registered wrongly, and what the error names. */
const WRONG: readonly (readonly [what: string, register: (site: Site) => unknown, message: RegExp])[] = [
  [
    'a taxonomy for an unknown type',
    site => site.registerTaxonomy('genre', { objectTypes: ['pots'] }),
    /objectTypes of the taxonomy "genre": unknown post type "pots"; did you mean "post"\?/,
  ],
  [
    'a type with an unknown taxonomy',
    site => site.registerPostType('book', { taxonomies: ['categry'] }),
    /taxonomies of the post type "book": unknown taxonomy "categry"; did you mean "category"\?/,
  ],
  [
    'a type that supports what no feature knows',
    site => site.registerPostType('book', { supports: ['title', 'exerpt'] }),
    /supports of the post type "book": unknown feature "exerpt"; did you mean "excerpt"\?/,
  ],
  [
    'meta for an unknown type',
    site => site.registerMeta({ ...text, subtype: 'pagge' }),
    /subtype of the meta key "mood": unknown post type "pagge"; did you mean "page"\?/,
  ],
  [
    'meta for an unknown taxonomy',
    site => site.registerMeta({ ...text, object: 'term', subtype: 'post_tags' }),
    /unknown taxonomy "post_tags"; did you mean "post_tag"\?/,
  ],
  [
    'meta for a type without custom fields',
    site => {
      site.registerPostType('book', { supports: ['title'] })
      site.registerMeta({ ...text, subtype: 'book' })
    },
    /the meta key "mood" is for the post type "book", which does not support "custom-fields"/,
  ],
  [
    'meta for a subtype of users',
    site => site.registerMeta({ ...text, object: 'user', subtype: 'editor' }),
    /the meta key "mood" has the subtype "editor", but a user has none/,
  ],
  [
    'a field of an unknown resource',
    site => site.registerField(['post', 'pots'], 'mood', { schema: { type: 'string' } }),
    /the field "mood": unknown resource "pots"; did you mean "post"\?/,
  ],
  ...['type', 'post-revision', 'widget', 'cms_font_family'].map(
    resource =>
      [
        `a value for a readonly resource (${resource})`,
        (site: Site) => site.registerField(resource, 'mood', { schema: { type: 'string' }, set() {} }),
        new RegExp(`the field "mood" has "set", but those of the resource "${resource}" are readonly`),
      ] as const,
  ),
  [
    'a template for an unknown type',
    site => site.registerTemplate('wide', { title: 'Wide', postTypes: ['pge'] }),
    /postTypes of the template "wide": unknown post type "pge"; did you mean "page"\?/,
  ],
  [
    'two types at one path',
    site => site.registerPostType('book', { restBase: 'posts' }),
    /restBase of the post type "book": the post type "post" already uses the path \/cms\/v2\/posts/,
  ],
  [
    'a type and a taxonomy at one path',
    site => site.registerTaxonomy('genre', { objectTypes: ['post'], restBase: 'pages' }),
    /restBase of the taxonomy "genre": the post type "page" already uses the path/,
  ],
]

t.test('an inconsistent registration is refused when the site becomes ready', async t => {
  for (const [what, register, message] of WRONG) {
    const { site } = await makeSite({ register })
    await t.rejects(site.ready(), { name: 'RegistrationError', message }, what)
  }
})

t.test('the URL of the site must be an http or https URL', async t => {
  for (const url of ['site.example', 'ftp://site.example', '', '/site']) {
    const { site } = await makeSite({ url })
    await t.rejects(site.ready(), { name: 'RegistrationError', message: /option url is not/ }, url)
  }
  const { site: asked } = await makeSite({ url: 'https://site.example/?a=1' })
  await t.rejects(asked.ready(), { message: /option url has a query or a fragment/ })
  const { site } = await makeSite({ apiUrl: 'api' })
  await t.rejects(site.ready(), { message: /option apiUrl is not an http or https URL: "api"/ })
})

t.test('a store without a site is refused, until the site is installed', async t => {
  const site = createSite({ store: createMemoryStore(), url: 'https://site.example' })
  await t.rejects(site.ready(), { name: 'RegistrationError', message: /installSite/ })
})
