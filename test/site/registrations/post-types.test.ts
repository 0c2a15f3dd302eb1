import { postsIn } from '@platen/site'
import type { PostStatusOptions, PostTypeOptions, TaxonomyOptions } from '@platen/site/extend'
import t from 'tap'
import { onEveryStore } from '../every-store.js'
import { makeSite, type TestSite } from '../make-site.js'

const plants = (options: PostTypeOptions = {}) => ({
  register: (site: TestSite['site']) =>
    void site.registerPostType('plant', {
      public: true,
      restBase: 'plants',
      supports: ['title', 'editor', 'author', 'comments', 'trackbacks'],
      ...options,
    }),
})
const publish = async (made: TestSite, fields = {}) => {
  const answer = await made.send('POST /plants', { body: { title: 'Mint', status: 'publish', ...fields } })
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  return answer.body as { readonly id: number; readonly link: string }
}

const permalinks: readonly [options: PostTypeOptions, link: RegExp][] = [
  [{}, /\/plant\/mint\/$/],
  [{ permalink: 'rewrite', rewriteSlug: 'herb' }, /\/herb\/mint\/$/],
  [{ permalink: 'structure' }, /\/\d{4}\/\d\d\/\d\d\/mint\/$/],
  [{ permalink: 'path', hierarchical: true }, /^https:\/\/site\.example\/mint\/$/],
]
for (const [options, link] of permalinks) {
  t.test(`permalinks of ${JSON.stringify(options)}`, async t => {
    const made = await makeSite(plants(options))
    t.match((await publish(made)).link, link)
  })
}

onEveryStore(t, 'a type may give the site its front page', async (t, make) => {
  for (const frontPage of [true, false]) {
    const made = await make(plants({ frontPage }))
    const { id, link } = await publish(made)
    t.not(link, 'https://site.example/')
    const values = { show_on_front: 'page', page_on_front: id }
    await made.site.content.settings.update(values, { as: made.site.system })
    const shown = (await made.send(`GET /plants/${id}`)).body as { link: string }
    t.equal(shown.link === 'https://site.example/', frontPage)
    await made.send(`DELETE /plants/${id}?force=true`)
    t.equal(await made.store.options.get('show_on_front'), frontPage ? 'posts' : 'page')
  }
})

t.test('comments and pings of new posts', async t => {
  for (const [discussion, status] of [
    ['settings', 'open'],
    ['closed', 'closed'],
  ] as const)
    t.match(await publish(await makeSite(plants({ discussion }))), { comment_status: status, ping_status: status })
})

t.test('an excerpt may be shown without being supported', async t => {
  for (const showsExcerpt of [true, false]) {
    const made = await makeSite(plants({ showsExcerpt }))
    t.equal('excerpt' in (await publish(made)), showsExcerpt)
  }
})

t.test('what becomes of the posts of a deleted user', async t => {
  for (const deletedWithAuthor of ['trash', 'delete'] as const) {
    const made = await makeSite(plants({ deletedWithAuthor }))
    const { id } = await publish(made, { author: made.users.get('author')?.id })
    await made.site.content.users.delete(made.users.get('author')?.id ?? 0, { as: made.site.system })
    t.equal((await postsIn(made.store).get(id))?.status, deletedWithAuthor === 'trash' ? 'trash' : undefined)
  }
})

t.test('only their own operations write posts of managed types', async t => {
  const made = await makeSite(plants({ managed: true }))
  const { posts } = made.site.content
  const as = made.site.system
  const refused = { name: 'RestError', code: 'rest_invalid_post_type', status: 400 }
  for (const type of ['plant', 'attachment', 'revision'])
    await t.rejects(posts.create({ type, title: 'x' }, { as }), refused, type)
  const { id: _id, version: _version, ...post } = await posts.create({ title: 'x' }, { as })
  const { id } = await postsIn(made.store).insert({ ...post, type: 'plant' })
  for (const run of [posts.update(id, { title: 'y' }, { as }), posts.trash(id, { as }), posts.delete(id, { as })])
    await t.rejects(run, refused)
  t.match(await posts.get(id, { as }), { title: 'x' })
})

t.test('none of these options appears in the list of types', async t => {
  const options: PostTypeOptions = {
    permalink: 'path',
    frontPage: true,
    discussion: 'closed',
    inheritsStatus: true,
    attachments: false,
    showsContent: false,
    showsExcerpt: true,
    deletedWithAuthor: 'trash',
  }
  const typeOf = async (made: TestSite) => (await made.send('GET /types/plant?context=edit')).body
  t.same(await typeOf(await makeSite(plants(options))), await typeOf(await makeSite(plants())))
})

t.test('what takes no files', async t => {
  const made = await makeSite(plants({ attachments: false }))
  t.notOk('cms:attachment' in ((await publish(made)) as unknown as { _links: object })._links)
  const links = (await publish(await makeSite(plants()))) as unknown as { _links: object }
  t.ok(Object.keys(links._links).some(name => name.endsWith(':attachment')))
})

t.test('the description of a type for clients', async t => {
  const shown = {
    description: 'Herbs and trees',
    icon: 'leaf',
    template: [['core/paragraph']],
  }
  const made = await makeSite(
    plants({
      ...shown,
      showUi: false,
      showInNavMenus: false,
      publiclyQueryable: false,
      hasArchive: 'all-plants',
      templateLock: 'all',
    }),
  )
  t.match((await made.send('GET /types/plant?context=edit')).body, {
    ...shown,
    visibility: { show_ui: false, show_in_nav_menus: false },
    viewable: false,
    has_archive: 'all-plants',
    template_lock: 'all',
  })
})

t.test('templates of a type', async t => {
  const made = await makeSite(plants({ templates: { 'wide.html': 'Wide' } }))
  t.match(await publish(made, { template: 'wide.html' }), { template: 'wide.html' })
  t.match(await made.send('POST /plants', { body: { title: 'x', template: 'tall.html' } }), { status: 400 })
})

t.test('switches of a type', async t => {
  for (const on of [true, false]) {
    const supports = ['title', 'editor', 'revisions']
    const options = { excludeFromSearch: on, sticky: on, sharedSlugs: on, deletableRevisions: on, supports }
    const made = await makeSite(plants(options))
    const { id } = await publish(made, { slug: 'mint', content: 'Green' })
    const found = (await made.send('GET /search?search=mint')).body as readonly object[]
    t.equal(found.length, on ? 0 : 1, 'excludeFromSearch')
    t.equal('sticky' in (await publish(made)), on, 'sticky')
    t.match(await publish(made, { slug: 'mint' }), { slug: on ? 'mint' : 'mint-3' }, 'sharedSlugs')
    await made.send(`PUT /plants/${id}`, { body: { content: 'Greener' } })
    const [revision] = (await made.send(`GET /plants/${id}/revisions`)).body as readonly { readonly id: number }[]
    const { status } = await made.send(`DELETE /plants/${id}/revisions/${revision?.id}?force=true`, { as: 'editor' })
    t.equal(status, on ? 200 : 403, 'deletableRevisions')
  }
})

const late = (options: PostStatusOptions) =>
  makeSite({ register: site => void site.registerStatus('late', { label: 'Late', ...options }) })

t.test('whether the interface has a status', async t => {
  for (const options of [{ public: true }, { protected: true }])
    for (const showInRest of [true, false]) {
      const { send } = await late({ ...options, showInRest })
      t.equal('late' in ((await send('GET /statuses')).body as object), showInRest)
      t.equal((await send('GET /statuses/late')).status, showInRest ? 200 : 403)
    }
  const { send } = await late({ internal: true })
  t.notOk('late' in ((await send('GET /statuses')).body as object))
})

t.test('the description of a status for clients', async t => {
  for (const on of [true, false]) {
    const { send } = await late({ public: true, queryable: on, showInList: on, dateFloating: on })
    t.match((await send('GET /statuses/late?context=edit')).body, {
      name: 'Late',
      queryable: on,
      show_in_list: on,
      date_floating: on,
    })
  }
})

const moods = (options: Partial<TaxonomyOptions> = {}) =>
  makeSite({ register: site => void site.registerTaxonomy('mood', { objectTypes: ['post'], ...options }) })

t.test('the description of a taxonomy for clients', async t => {
  const { send } = await moods({
    description: 'How posts feel',
    showUi: false,
    showInNavMenus: false,
    showInQuickEdit: true,
    showAdminColumn: true,
    showTagcloud: true,
    publiclyQueryable: false,
  })
  t.match((await send('GET /taxonomies/mood?context=edit')).body, {
    description: 'How posts feel',
    show_cloud: true,
    visibility: {
      public: true,
      publicly_queryable: false,
      show_ui: false,
      show_in_nav_menus: false,
      show_in_quick_edit: true,
      show_admin_column: true,
    },
  })
})

t.test('what follows from other options', async t => {
  for (const isPublic of [true, false]) {
    const { send } = await moods({ public: isPublic })
    t.match((await send('GET /taxonomies/mood?context=edit')).body, {
      show_cloud: isPublic,
      visibility: {
        publicly_queryable: isPublic,
        show_ui: isPublic,
        show_in_nav_menus: isPublic,
        show_in_quick_edit: isPublic,
        show_admin_column: false,
      },
    })
  }
})

const links: readonly [options: Partial<TaxonomyOptions>, link: string][] = [
  [{}, '/mood/calm/'],
  [{ rewriteSlug: 'feeling' }, '/feeling/calm/'],
  [{ rewriteHierarchical: true }, '/mood/good/calm/'],
  [{ rewriteSlug: false }, '/?mood=calm'],
  [{ rewriteSlug: false, queryVar: 'm' }, '/?m=calm'],
]
for (const [options, link] of links)
  t.test(`links of terms with ${JSON.stringify(options)}`, async t => {
    const { send } = await moods({ hierarchical: true, ...options })
    const { body: parent } = await send('POST /mood', { body: { name: 'Good' } })
    const body = { name: 'Calm', parent: (parent as { id: number }).id }
    t.match((await send('POST /mood', { body })).body, { link: `https://site.example${link}` })
  })
