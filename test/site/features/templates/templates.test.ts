import { dialects, themeOf } from '@platen/site'
import t from 'tap'
import { type MakeOn, onEveryStore } from '../../every-store.js'
import { makeSite, type TestSite } from '../../make-site.js'

const STYLE = '/*\nTheme Name: Garden\n*/'
const PART = '<!-- wp:template-part {"slug":"header"} /-->'

/** A theme with three templates, one of them custom, and two parts. */
export const garden = themeOf('garden', {
  'style.css': STYLE,
  'theme.json': JSON.stringify({
    version: 3,
    customTemplates: [{ name: 'wide', title: 'Wide', postTypes: ['page'] }],
    templateParts: [
      { name: 'top', title: 'Top', area: 'header' },
      { name: 'end', title: 'End', area: 'nowhere' },
    ],
  }),
  'templates/index.html': `<!-- wp:group --><div>${PART}</div><!-- /wp:group -->`,
  'templates/single.html': '<!-- wp:post-title /-->',
  'templates/wide.html': '<!-- wp:post-content /-->',
  'parts/end.html': 'The end',
  'parts/top.html': '<!-- wp:site-title /-->',
})

interface Shown {
  id: string
  slug: string
  wp_id: number
  title: { raw: string; rendered: string }
  content: { raw?: string; block_version?: number }
  [field: string]: unknown
}

async function gardenSite(make: MakeOn = makeSite): Promise<TestSite> {
  const made = await make({ dialect: dialects.wp, themes: [garden] })
  await made.store.options.set('stylesheet', 'garden')
  return made
}

const bodyOf = async <T = Shown>({ send }: TestSite, request: string, body?: object): Promise<T> => {
  const answer = await send(request, { body })
  if (answer.status >= 300) throw new Error(`${request}: ${JSON.stringify(answer.body)}`)
  return answer.body as T
}

const codeOf = async ({ send }: TestSite, request: string, body?: object, as = 'administrator') => {
  const answer = await send(request, { body, as })
  return `${answer.status} ${(answer.body as { code?: string }).code ?? ''}`.trim()
}

t.test('templates of a theme', async t => {
  const made = await gardenSite()
  const all = await bodyOf<Shown[]>(made, 'GET /templates')
  t.match(
    all.map(({ id, source, is_custom, wp_id, author_text }) => [id, source, is_custom, wp_id, author_text]),
    [
      ['garden//index', 'theme', false, 0, 'Garden'],
      ['garden//single', 'theme', false, 0, 'Garden'],
      ['garden//wide', 'theme', true, 0, 'Garden'],
    ],
  )
  t.equal(all[2]?.title.raw, 'Wide')
  t.equal(
    all[0]?.content.raw,
    '<!-- wp:group --><div><!-- wp:template-part {"slug":"header","theme":"garden"} /--></div><!-- /wp:group -->',
    'parts within blocks are those of the theme',
  )
  const parts = await bodyOf<Shown[]>(made, 'GET /template-parts')
  t.match(
    parts.map(({ slug, area, title }) => [slug, area, title.raw]),
    [
      ['top', 'header', 'Top'],
      ['end', 'uncategorized', 'End'],
    ],
    'in the order of theme.json; an unknown area counts as none',
  )
  t.notOk('is_custom' in (parts[0] ?? {}))
})

onEveryStore(t, 'a template of a theme is changed and goes back', async (t, make) => {
  const made = await gardenSite(make)
  const path = '/templates/garden//single'
  const changed = await bodyOf(made, `PUT ${path}`, { content: 'Mine', title: null })
  t.match(changed, { source: 'custom', origin: 'theme', has_theme_file: true, content: { raw: 'Mine' } })
  t.equal(changed.title.raw, 'Single Posts', 'the title of the theme')
  const again = await bodyOf(made, `PATCH ${path}`, { description: 'For posts', slug: 'other', status: 'draft' })
  t.match(again, { wp_id: changed.wp_id, slug: 'single', status: 'publish', description: 'For posts' })
  const listed = await bodyOf<Shown[]>(made, 'GET /templates?_fields=slug,source')
  t.same(
    listed.map(({ slug, source }) => `${slug} ${source}`),
    ['single custom', 'index theme', 'wide theme'],
  )
  const file = await bodyOf(made, `PUT ${path}`, { source: 'theme' })
  t.match(file, { source: 'theme', wp_id: 0, content: { raw: '<!-- wp:post-title /-->' } })
  t.equal(await codeOf(made, `DELETE ${path}?force=true`), '400 rest_invalid_template')
  await bodyOf(made, `PUT ${path}`, { content: 'Mine again' })
  t.match(await bodyOf(made, `DELETE ${path}`), { status: 'trash', slug: 'single' })
  t.match(await bodyOf(made, `GET ${path}`), { source: 'theme', wp_id: 0 }, 'the file is used again')
  t.equal((await bodyOf(made, `PUT ${path}`, { title: '' })).title.raw, '')
  t.match(await bodyOf(made, `PATCH ${path}`, { title: { raw: '' }, content: null }), {
    content: { raw: /post-title/ },
  })
  const ignored = await bodyOf(made, `PATCH ${path}`, { content: '', description: '' })
  t.match(ignored, {
    content: { raw: /post-title/ },
    description: 'Shows a post that has not chosen another template.',
  })
  await bodyOf(made, `DELETE ${path}?force=true`)
  const once = await bodyOf(made, `PUT ${path}`, {})
  t.match(once, { source: 'custom', content: { raw: '<!-- wp:post-title /-->' } })
})

onEveryStore(t, 'slugs are unique within a theme and a kind', async (t, make) => {
  const made = await gardenSite(make)
  const create = (path: string, body: object) => bodyOf(made, `POST ${path}`, { title: 'T', ...body })
  t.equal((await create('/templates', { slug: 'one' })).id, 'garden//one')
  t.equal((await create('/templates', { slug: 'One' })).id, 'garden//one-2')
  t.equal((await create('/template-parts', { slug: 'one' })).id, 'garden//one')
  t.equal((await create('/templates', { slug: 'one', theme: 'meadow' })).id, 'meadow//one')
  const other = await bodyOf(made, 'PUT /templates/meadow//one', { content: 'Changed' })
  t.match(other, { id: 'meadow//one', slug: 'one', theme: 'meadow', has_theme_file: false })
  t.same(
    (await bodyOf<Shown[]>(made, 'GET /templates?_fields=slug,source')).map(({ slug }) => slug),
    ['one-2', 'one', 'index', 'single', 'wide'],
    'those of other themes are not listed',
  )
  await bodyOf(made, 'DELETE /templates/garden//one')
  t.equal((await create('/templates', { slug: 'one' })).id, 'garden//one', 'the trash holds no slug')
  await made.store.options.set('stylesheet', 'meadow')
  t.equal((await bodyOf(made, 'GET /templates/garden//index/', undefined).catch(() => undefined))?.id, undefined)
  t.equal((await bodyOf(made, 'GET /templates/garden//one')).has_theme_file, false)
})

t.test('a part that was moved leaves the one of its file in the list of the old area', async t => {
  const made = await gardenSite()
  await bodyOf(made, 'PUT /template-parts/garden//top', { area: 'footer' })
  const listed = async (query: string) =>
    (await bodyOf<Shown[]>(made, `GET /template-parts${query}`)).map(({ slug, source }) => `${slug} ${source}`)
  t.same(await listed('?area=header'), ['top theme'])
  t.same(await listed('?area=footer'), ['top custom'])
  t.same((await listed('')).sort(), ['end theme', 'top custom'])
})

t.test('a theme whose name has characters that terms have not', async t => {
  const theme = themeOf('R&D', { 'style.css': STYLE, 'templates/index.html': 'index', 'templates/single.html': 'one' })
  const made = await makeSite({ dialect: dialects.wp, themes: [theme, garden] })
  await made.store.options.set('stylesheet', 'R&D')
  t.match(await bodyOf(made, 'PUT /templates/R%26D//single', { content: 'two' }), { id: 'R&D//single', theme: 'R&D' })
  t.match(await bodyOf(made, 'GET /templates/R&D//single'), {
    content: { raw: 'two' },
    source: 'custom',
    origin: 'theme',
    has_theme_file: true,
  })
  t.match(await bodyOf(made, 'POST /templates', { slug: 'own', theme: 'R&D', title: 'Own' }), { id: 'R&D//own' })
  const listed = async () => (await bodyOf<Shown[]>(made, 'GET /templates')).map(({ id }) => id).sort()
  t.same(await listed(), ['R&D//index', 'R&D//own', 'R&D//single'])
  t.match(await bodyOf(made, 'PUT /templates/R&D//single', { source: 'theme' }), { source: 'theme' })
  t.equal(await codeOf(made, 'POST /templates', { slug: 'x', title: 'X', theme: 'A&B' }), '400 rest_invalid_param')
})

t.test('the fields of what was deleted', async t => {
  const made = await gardenSite()
  const deleted = async (fields: string) => {
    const { id } = await bodyOf(made, 'POST /templates', { slug: 'own', title: 'Own' })
    return bodyOf<object>(made, `DELETE /templates/${id}?force=true&_fields=${fields}`)
  }
  const id = 'garden//own'
  t.same(await deleted('deleted'), { deleted: true })
  t.same(await deleted('deleted,previous'), { deleted: true, previous: { id } })
  t.same(await deleted('deleted,previous,slug'), { deleted: true, previous: { id, slug: 'own' } })
  t.same(await deleted('previous.slug'), { previous: { slug: 'own' } })
})

t.test('Allow where revisions are read by the path of their template', async t => {
  const made = await gardenSite()
  await bodyOf(made, 'PUT /templates/garden//single', { content: 'two' })
  for (const [request, allow] of [
    ['GET /templates/garden//single/revisions', 'GET'],
    ['GET /templates/garden//single/revisions?orderby=author', 'GET'],
    ['GET /templates/garden//single/revisions?per_page=101', undefined],
    ['GET /templates/garden//single/revisions?context=x', undefined],
    ['OPTIONS /templates/garden//single/revisions', undefined],
    ['OPTIONS /templates/garden//single/autosaves', 'POST'],
  ] as const)
    t.equal((await made.send(request)).headers['Allow'], allow, request)
})

t.test('an author that does not exist counts before a text that is missing', async t => {
  const made = await gardenSite()
  t.equal(await codeOf(made, 'POST /templates', { slug: 'x', author: 999 }), '400 rest_invalid_author')
  t.equal(await codeOf(made, 'POST /posts', { author: 999 }), '400 rest_invalid_author')
  t.same(await bodyOf<object>(made, 'GET /templates/lookup?slug=0'), {})
})

t.test('areas of parts', async t => {
  const made = await gardenSite()
  const path = '/template-parts/garden//promo'
  t.equal(
    (await bodyOf(made, 'POST /template-parts', { slug: 'promo', content: 'x', area: 'header' }))['area'],
    'header',
  )
  for (const [area, stored] of [
    ['footer', 'footer'],
    ['navigation-overlay', 'navigation-overlay'],
    ['Footer', 'uncategorized'],
    ['', 'uncategorized'],
  ])
    t.equal((await bodyOf(made, `PUT ${path}`, { area }))['area'], stored, `area ${area}`)
  await bodyOf(made, `PUT ${path}`, { area: 'header' })
  t.equal((await bodyOf(made, `PUT ${path}`, { title: 'Promo' }))['area'], 'header', 'it stays')
  const slugs = async (query: string) =>
    (await bodyOf<Shown[]>(made, `GET /template-parts?${query}`)).map(({ slug }) => slug)
  t.same(await slugs('area=header'), ['promo', 'top'])
  t.same(await slugs('area='), [])
  const { wp_id: id } = await bodyOf(made, `GET ${path}`)
  t.same(await slugs(`wp_id=${id}`), ['promo'])
  t.same(await slugs('wp_id=0'), ['promo'])
  t.same(await slugs('wp_id=999'), [])
  t.same((await bodyOf<Shown[]>(made, `GET /templates?wp_id=${id}`)).length, 0, 'a part is not a template')
})

t.test('templates that posts choose', async t => {
  const made = await gardenSite()
  await bodyOf(made, 'POST /templates', { slug: 'mine', title: 'Mine' })
  await bodyOf(made, 'POST /templates', { slug: 'archive', title: 'Archive' })
  const chosen = async (type: string) =>
    (await bodyOf<Shown[]>(made, `GET /templates?post_type=${type}`)).map(({ slug }) => slug)
  t.same(await chosen('page'), ['mine', 'wide'])
  t.same(await chosen('post'), ['mine'])
  await bodyOf(made, 'PUT /templates/garden//wide', { title: 'Wider' })
  t.same(await chosen('post'), ['mine'], 'a changed one is for the same types')
  for (const [path, template, expected] of [
    ['/pages', 'wide', '201'],
    ['/pages', 'mine', '201'],
    ['/pages', 'single', '400 rest_invalid_param'],
    ['/posts', 'wide', '400 rest_invalid_param'],
    ['/posts', '', '201'],
  ] as const)
    t.equal(await codeOf(made, `POST ${path}`, { title: 'T', template }), expected, `${path} ${template}`)
  const { content } = made.site
  await t.rejects(content.posts.create({ title: 'T', template: 'wide' }, { as: made.site.system }), {
    code: 'rest_invalid_param',
  })
})

t.test('a post keeps a template that no longer exists', async t => {
  const made = await gardenSite()
  const { wp_id: _, ...template } = await bodyOf(made, 'POST /templates', { slug: 'mine', title: 'Mine' })
  const page = await bodyOf<{ id: number }>(made, 'POST /pages', { title: 'P', template: 'mine' })
  await bodyOf(made, `DELETE /templates/${template.id}?force=true`)
  t.equal(await codeOf(made, `PUT /pages/${page.id}`, { title: 'Q', template: 'mine' }), '200')
  t.equal(await codeOf(made, `PUT /pages/${page.id}`, { template: 'other' }), '400 rest_invalid_param')
  t.equal(await codeOf(made, 'POST /pages', { title: 'Q', template: 'mine' }), '400 rest_invalid_param')
})

t.test('a template that code registers', async t => {
  const made = await makeSite({
    themes: [garden],
    register(site) {
      const content = '<!-- wp:post-title /-->'
      site.registerTemplate('receipt', { title: 'Receipt', postTypes: ['page'], content, plugin: 'shop' })
      site.registerTemplate('wide', { title: 'Not shown', postTypes: ['page'], content, plugin: 'shop' })
      site.registerTemplate('plain', { title: 'Plain', postTypes: ['page'] })
    },
  })
  await made.store.options.set('stylesheet', 'garden')
  const all = await bodyOf<Shown[]>(made, 'GET /templates')
  t.same(
    all.map(({ slug, source, plugin }) => [slug, source, plugin]),
    [
      ['index', 'theme', undefined],
      ['single', 'theme', undefined],
      ['wide', 'theme', undefined],
      ['receipt', 'plugin', 'shop'],
    ],
  )
  const changed = await bodyOf(made, 'PUT /templates/garden//receipt', { content: 'Mine' })
  t.match(changed, { origin: 'plugin', original_source: 'plugin', author_text: 'shop', has_theme_file: false })
  t.match(await bodyOf(made, 'PUT /templates/garden//receipt', { source: 'theme' }), { source: 'plugin', wp_id: 0 })
  t.equal(await codeOf(made, 'POST /pages', { title: 'T', template: 'receipt' }), '201')
  t.equal(await codeOf(made, 'POST /pages', { title: 'T', template: 'plain' }), '201')
})

t.test('forbidden and invalid requests are refused', async t => {
  const made = await gardenSite()
  await bodyOf(made, 'POST /templates', { slug: 'mine', title: 'Mine' })
  for (const [request, body, expected, as] of [
    ['POST /templates', { slug: 'x' }, '400 empty_content'],
    ['POST /templates', { slug: 'x', title: 'T', theme: 'a/b/c' }, '400 rest_invalid_param'],
    ['POST /templates', { slug: 'x', title: 'T', theme: '' }, '400 rest_template_insert_error'],
    ['POST /templates', { slug: 'x', title: 'T', theme: 'a\nb' }, '400 rest_invalid_param'],
    ['POST /templates', { slug: 'x', title: 'T', theme: 'x'.repeat(300) }, '400 rest_invalid_param'],
    ['POST /templates', { slug: 'x', title: 'T', author: 99 }, '400 rest_invalid_author'],
    ['POST /templates', { slug: 'x', title: 'T', theme: 'тема' }, '201'],
    ['POST /templates', { slug: 'x', title: 7, content: 'x' }, '400 rest_invalid_param'],
    ['DELETE /templates/garden//mine/revisions', undefined, '404 rest_template_not_found'],
    ['PUT /templates/garden//mine', { source: 'theme' }, '400 rest_invalid_template'],
    ['PUT /templates/garden//none', { title: 'T' }, '404 rest_template_not_found'],
    ['GET /templates/mine', undefined, '404 rest_template_not_found'],
    ['GET /templates/x', undefined, '404 rest_no_route'],
    ['GET /templates/garden//none', undefined, '403 rest_cannot_manage_templates', 'subscriber'],
    ['GET /templates/garden//mine?context=edit', undefined, '200', 'contributor'],
    ['PUT /templates/garden//mine', { title: 'T' }, '403 rest_cannot_manage_templates', 'editor'],
    ['GET /templates', undefined, '401 rest_cannot_manage_templates', 'anonymous'],
  ] as const)
    t.equal(await codeOf(made, request, body, as), expected, `${request} ${JSON.stringify(body)?.slice(0, 60)}`)
  const { headers } = await made.send('POST /templates', { body: { slug: 'y', title: 'T', theme: 'тема' } })
  t.match(headers['Location'], /templates\/%D1%82%D0%B5%D0%BC%D0%B0\/\/y$/)
})

t.test('a change is based on a version', async t => {
  const made = await gardenSite()
  await bodyOf(made, 'POST /templates', { slug: 'mine', title: 'Mine' })
  const read = await made.send('GET /templates/garden//mine')
  const headers = { 'if-match': String(read.headers['ETag']) }
  t.equal((await made.send('PUT /templates/garden//mine', { body: { title: 'A' }, headers })).status, 200)
  t.equal((await made.send('PUT /templates/garden//mine', { body: { title: 'B' }, headers })).status, 412)
  t.equal((await made.send('DELETE /templates/garden//mine', { headers })).status, 412)
  const file = await made.send('GET /templates/garden//index')
  const body = { title: 'A' }
  const of = { 'if-match': String(file.headers['ETag']) }
  t.equal((await made.send('PUT /templates/garden//index', { body, headers: of })).status, 200)
  t.equal((await made.send('PUT /templates/garden//index', { body, headers: of })).status, 412)
})
