import t from 'tap'
import { makeSite } from '../../make-site.js'

const { send } = await makeSite({
  register(site) {
    site.registerPostType('book', {
      label: 'Books',
      labels: { singular_name: 'Book', add_new: 'Write one' },
      public: true,
      hasArchive: 'library',
      hierarchical: true,
      icon: 'book',
      template: [['core/paragraph', {}]],
      templateLock: 'all',
      supports: ['title'],
    })
    site.registerPostType('memo', { label: 'Memos', capabilityType: ['memo', 'memos'] })
    site.registerPostType('unseen', { label: 'Unseen', showInRest: false })
    site.registerTaxonomy('genre', { label: 'Genres', objectTypes: ['book'] })
    site.registerTaxonomy('hidden', { label: 'Hidden', objectTypes: ['book'], showInRest: false })
  },
})

const keysOf = ({ body }: { readonly body: unknown }) => Object.keys(body as object)

t.test('everybody sees the types that are for clients', async t => {
  const names = keysOf(await send('GET /types', { as: 'anonymous' }))
  for (const name of ['post', 'page', 'attachment', 'cms_block', 'book', 'memo']) t.ok(names.includes(name), name)
  for (const name of ['revision', 'unseen']) t.notOk(names.includes(name), name)
})

t.test('in the context edit, users see the types that they may write', async t => {
  const seen: Readonly<Record<string, readonly string[]>> = {
    contributor: ['post', 'attachment', 'cms_block', 'book'],
    editor: ['post', 'page', 'attachment', 'cms_block', 'book'],
  }
  for (const [as, names] of Object.entries(seen))
    t.same(keysOf(await send('GET /types?context=edit', { as })), names, as)
})

const REFUSALS: readonly (readonly [request: string, as: string, status: number, code: string])[] = [
  ['GET /types?context=edit', 'anonymous', 401, 'rest_cannot_view'],
  ['GET /types?context=edit', 'subscriber', 403, 'rest_cannot_view'],
  ['GET /types/page?context=edit', 'author', 403, 'rest_forbidden_context'],
  ['GET /types/memo?context=edit', 'administrator', 403, 'rest_forbidden_context'],
  ['GET /types/unseen', 'administrator', 403, 'rest_cannot_read_type'],
  ['GET /types/revision', 'anonymous', 401, 'rest_cannot_read_type'],
  ['GET /types/nothing', 'anonymous', 404, 'rest_type_invalid'],
]

for (const [request, as, status, code] of REFUSALS) {
  t.test(`${request} as ${as}`, async t => {
    const answer = await send(request, { as })
    t.match(answer, { status, body: { code, data: { status } } })
  })
}

t.test('one type', async t => {
  const { body } = await send('GET /types/book?context=edit')
  t.match(body, {
    name: 'Books',
    slug: 'book',
    icon: 'book',
    has_archive: 'library',
    hierarchical: true,
    viewable: true,
    taxonomies: ['genre'],
    template: [['core/paragraph', {}]],
    template_lock: 'all',
    supports: { title: true },
    labels: { name: 'Books', singular_name: 'Book', add_new: 'Write one', parent_item_colon: /Book/ },
    capabilities: { edit_posts: 'edit_posts', create_posts: 'edit_posts' },
    visibility: { show_ui: true, show_in_nav_menus: true },
    rest_base: 'book',
    rest_namespace: 'cms/v2',
    _links: {
      collection: [{ href: 'https://site.example/cms-json/cms/v2/types' }],
      'cms:items': [{ href: 'https://site.example/cms-json/cms/v2/book' }],
    },
  })
  const flat = (await send('GET /types/memo?_fields=labels', { as: 'anonymous' })).body
  t.same(flat, [], 'labels are for those who write')
})
