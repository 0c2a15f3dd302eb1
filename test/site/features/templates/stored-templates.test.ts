import { dialects, postsIn, type Template, themeOf } from '@platen/site'
import { postSaved } from '@platen/site/extend'
import t from 'tap'
import { onEveryStore } from '../../every-store.js'
import { makeSite } from '../../make-site.js'
import { countingSite } from '../posts/counting-site.js'

onEveryStore(t, 'in process', async (t, make) => {
  const { site, users } = await make()
  const { templates, templateParts, revisions, autosaves } = site.content
  const admin = users.get('administrator')
  const author = users.get('author')
  if (admin === undefined || author === undefined) throw new Error('a user is missing')
  const by = { as: admin }
  const saved: string[] = []
  site.on(postSaved, ({ post, before }) => {
    saved.push(`${before === undefined ? 'new' : 'changed'} ${post.type} ${post.slug}`)
  })

  const header = await templateParts.update('platen//header', { title: 'Mine', area: 'footer' }, by)
  t.match(header, { id: 'platen//header', title: 'Mine', area: 'footer', origin: 'theme', hasThemeFile: true })
  const landing = await templates.create({ slug: 'landing', content: 'One', title: 'Landing' }, by)
  const two = await templates.update(landing.id, { content: 'Two' }, { ...by, version: Number(landing.version) })
  if (two.post === undefined) throw new Error('the template is not stored')
  await t.rejects(templates.update(landing.id, { content: 'Three' }, { ...by, version: Number(landing.version) }), {
    code: 'rest_precondition_failed',
  })
  t.same(saved, ['new cms_template_part header', 'new cms_template landing', 'changed cms_template landing'])

  const ids = async (as: typeof admin) => (await templates.list({}, { as })).map(({ id }: Template) => id)
  t.ok((await ids(author)).includes('platen//landing'))
  const subscriber = users.get('subscriber')
  t.same(subscriber && (await ids(subscriber)), [])
  await t.rejects(templates.create({ slug: 'x', title: 'X' }, { as: author }), { code: 'rest_cannot_manage_templates' })
  await t.rejects(templates.revert(landing.id, by), { code: 'rest_invalid_template' })

  const visitor = { as: site.principalOf(undefined) }
  t.equal(await site.content.posts.get(two.post.id, visitor), undefined, 'a template is not a page')
  t.equal((await site.content.posts.find({}, visitor)).records.length, 0)

  const [revision] = await revisions.list(two.post.id, by)
  t.equal(revision?.content, 'Two')
  await templates.update(landing.id, { content: 'Three' }, by)
  await revisions.restore(revision?.id ?? 0, by)
  t.equal((await templates.get(landing.id, by))?.content, 'Two')
  const typed = await autosaves.store(two.post.id, { content: 'Typed' }, by)
  t.equal(typed.parent, two.post.id)
  await revisions.delete(typed.id, by)

  t.equal((await templateParts.revert('platen//header', by)).source, 'theme')
  t.equal((await templates.trash(landing.id, by)).status, 'trash')
  t.equal(await templates.get(landing.id, by), undefined)
  const gone = await templates.create({ slug: 'gone', title: 'Gone' }, by)
  t.equal((await templates.delete(gone.id, by)).post.id, gone.post.id)
  await t.rejects(templates.delete(gone.id, by), { code: 'rest_template_not_found' })
})

t.test('revisions and autosaves', async t => {
  const { send } = await makeSite()
  const path = '/templates/platen//single'
  const codeOf = async (request: string, as: string, body?: object) => {
    const answer = await send(request, { as, body })
    return `${answer.status} ${(answer.body as { code?: string }).code ?? ''}`.trim()
  }
  const cases = (revision: number) =>
    [
      [`GET ${path}/revisions`, 'administrator', '200'],
      [`GET ${path}/revisions`, 'editor', '403 rest_cannot_read'],
      [`GET ${path}/revisions/${revision}`, 'anonymous', '401 rest_cannot_read'],
      [`GET /templates/platen//page/revisions`, 'anonymous', '400 rest_invalid_template'],
      [`GET /templates/platen//none/revisions`, 'anonymous', '404 rest_post_invalid_parent'],
      [`GET ${path}/autosaves/${revision}`, 'administrator', '404 rest_post_no_autosave'],
      [`POST ${path}/autosaves`, 'editor', '403 rest_cannot_manage_templates'],
      [`POST /templates/platen//page/autosaves`, 'administrator', '400 rest_invalid_template'],
      [`DELETE ${path}/revisions/${revision}`, 'administrator', '501 rest_trash_not_supported'],
      [`DELETE ${path}/revisions/${revision}?force=true`, 'editor', '403 rest_cannot_delete'],
      [`DELETE ${path}/revisions/${revision}?force=true`, 'administrator', '200'],
      [`DELETE ${path}/revisions/${revision}?force=true`, 'administrator', '404 rest_post_invalid_id'],
    ] as const
  for (const content of ['One', 'Two', 'Three']) await send(`PUT ${path}`, { body: { content } })
  const { body, headers } = await send(`GET ${path}/revisions?per_page=1&_fields=id,wp_id,content.raw,status,_links`)
  const [latest] = body as { wp_id: number; _links: Record<string, object> }[]
  t.match(latest, { id: 'platen//single', content: { raw: 'Three' }, status: 'inherit' })
  const url = 'https://site.example/cms-json/cms/v2/templates/platen//single'
  t.match(latest?._links, {
    self: [{ href: `${url}/revisions/${latest?.wp_id}`, targetHints: { allow: ['GET', 'DELETE'] } }],
    parent: [{ href: url }],
  })
  t.match(headers['Link'], /\/templates\/platen\/?\/single\/revisions\?.*page=2/)
  for (const [request, as, expected] of cases(latest?.wp_id ?? 0))
    t.equal(await codeOf(request, as, request.startsWith('POST') ? { content: 'x' } : undefined), expected, request)

  const autosave = await send(`POST ${path}/autosaves`, { body: { title: '', description: 'Typed' } })
  t.match(autosave.body, { id: 'platen//single', description: 'Typed', title: { raw: '' }, status: 'inherit' })
  const { wp_id: typed } = autosave.body as { wp_id: number }
  t.match((await send(`GET ${path}/autosaves/${typed}?context=edit`)).body, { wp_id: typed, content: { raw: '' } })
  t.equal(((await send(`GET ${path}/autosaves`)).body as object[]).length, 1)
})

t.test('fields that a site adds', async t => {
  const notes = new Map<number, unknown>()
  const { send } = await makeSite({
    register: site =>
      site.registerField('cms_template', 'note', {
        schema: { description: 'A note.', type: 'string' },
        get: (template: Template) => notes.get(template.post?.id ?? 0) ?? '',
        set: (post: { id: number }, value) => void notes.set(post.id, value),
      }),
  })
  await send('PUT /templates/platen//single', { body: { note: 'Mine' } })
  t.match((await send('GET /templates/platen//single')).body, { note: 'Mine' })
  t.match((await send('GET /templates/platen//page')).body, { note: '' })
})

t.test('the same statements for any number of templates', async t => {
  const { send, statements, store } = await countingSite(t)
  const part = (number: number) => ({ slug: `part-${number}`, title: 'Part', area: 'header' })
  for (let number = 0; number < 3; number++) await send('POST /template-parts', { body: part(number) })
  const requests = [
    ['GET /template-parts', 5],
    ['GET /template-parts?context=edit', 5],
    ['GET /template-parts?_fields=id,content', 3],
    ['GET /template-parts/platen//part-1', 5],
    ['GET /templates/lookup?slug=single', 3],
  ] as const
  const few: number[] = []
  for (const [request] of requests) few.push(await statements(request))
  for (let number = 3; number < 30; number++) await send('POST /template-parts', { body: part(number) })
  for (const [i, [request, atMost]] of requests.entries()) {
    const many = await statements(request)
    t.equal(many, few[i], request)
    t.ok(many <= atMost, `${request}: ${many}`)
  }
  t.equal(await postsIn(store).count(), 30)
})

/** Lookups, and the templates that may show the page, the best one first. */
const LOOKUPS: readonly (readonly [slug: string, expected: string, query?: string])[] = [
  ['index', 'index'],
  ['home', 'home index'],
  ['front-page', 'front-page home index'],
  ['404', '404 index'],
  ['search', 'search index'],
  ['embed', 'embed index'],
  ['privacy-policy', 'privacy-policy index'],
  ['page', 'page singular index'],
  ['page-about-us', 'page-about-us page singular index'],
  ['pages', 'pages singular index'],
  ['single', 'single singular index'],
  ['single-post', 'single-post single singular index'],
  ['single-post-hello', 'single-post-hello single-post single singular index'],
  ['single-unknown-hello', 'single-unknown-hello singular index'],
  ['single-unknown-hello', 'single-unknown-hello single-unknown single singular index', 'single-unknown'],
  ['singular', 'singular index'],
  ['attachment', 'attachment single singular index'],
  ['attachment-image', 'attachment-image index'],
  ['archive', 'archive index'],
  ['archive-book', 'archive-book archive index'],
  ['archives', 'archives index'],
  ['date', 'date archive index'],
  ['dates', 'dates index'],
  ['author-jo', 'author-jo author archive index'],
  ['category-a-b', 'category-a-b category archive index'],
  ['tag-x', 'tag-x tag archive index'],
  ['taxonomy', 'taxonomy archive index'],
  ['taxonomy-post_tag-x', 'taxonomy-post_tag-x taxonomy-post_tag taxonomy archive index'],
  ['taxonomy-unknown-x', 'taxonomy-unknown-x archive index'],
  ['taxonomy-unknown-x', 'taxonomy-unknown-x taxonomy-unknown taxonomy archive index', 'taxonomy-unknown'],
  ['foo-bar-baz', 'foo-bar-baz foo-bar foo index', 'foo-bar'],
  ['foo-bar-baz', 'foo-bar-baz index', 'other'],
  ['wide', 'page singular index', '&is_custom=true'],
]

t.test('the templates that may show a page', async t => {
  // A theme with all templates but those that have been seen to come first.
  const all = new Set(LOOKUPS.flatMap(([, expected]) => expected.split(' ')))
  const themeWith = (name: string, slugs: Iterable<string>) =>
    themeOf(name, {
      'style.css': `/*\nTheme Name: ${name}\n*/`,
      ...Object.fromEntries([...slugs].map(slug => [`templates/${slug}.html`, slug])),
    })
  const steps = Math.max(...LOOKUPS.map(([, expected]) => expected.split(' ').length))
  const themes = [themeWith('whole', all)]
  for (const [number, [, expected]] of LOOKUPS.entries())
    for (const [at] of expected.split(' ').entries()) {
      const gone = expected.split(' ').slice(0, at)
      themes.push(
        themeWith(
          `lookup-${number}-${at}`,
          [...all].filter(slug => !gone.includes(slug)),
        ),
      )
    }
  const { send, store } = await makeSite({ dialect: dialects.wp, themes })
  for (const [number, [slug, expected, prefix = '']] of LOOKUPS.entries()) {
    const found: string[] = []
    for (let at = 0; at < steps && found.at(-1) !== 'index'; at++) {
      await store.options.set('stylesheet', `lookup-${number}-${at}`)
      const more = prefix === '' || prefix.startsWith('&') ? prefix : `&template_prefix=${prefix}`
      const { body } = await send(`GET /templates/lookup?slug=${slug}${more}`)
      found.push((body as { slug: string }).slug)
    }
    t.equal(found.join(' '), expected, `${slug} ${prefix}`)
  }
})

t.test('a stored template replaces the file; an empty one is passed over', async t => {
  const garden = themeOf('garden', {
    'style.css': '/*\nTheme Name: Garden\n*/',
    'templates/index.html': 'Index',
    'templates/single.html': 'Single',
  })
  const { send, store, site } = await makeSite({ dialect: dialects.wp, themes: [garden] })
  await store.options.set('stylesheet', 'garden')
  const contentOf = async (slug: string) =>
    ((await send(`GET /templates/lookup?slug=${slug}`)).body as { content: { raw: string } }).content.raw
  await send('PUT /templates/garden//single', { body: { content: 'Mine' } })
  t.equal(await contentOf('single-post'), 'Mine')
  await send('PUT /templates/garden//single', { body: { content: '' } })
  t.equal(await contentOf('single-post'), 'Index')
  await send('POST /templates', { body: { slug: 'Single-Post', content: 'Posts' } })
  t.equal(await contentOf('Single-Post'), 'Posts', 'slugs are looked up as they are stored')
  const found = await site.content.templates.lookup({ slug: 'single-post-x' }, { as: site.system })
  t.equal(found?.content, 'Posts')
  t.equal(await site.content.templates.lookup({ slug: 'page' }, { as: site.principalOf(undefined) }), undefined)
  t.equal((await send('GET /templates/lookup?slug=page', { as: 'subscriber' })).status, 403)
  const part = (await send('GET /template-parts/lookup?slug=page')).body as object
  t.match(part, { id: 'garden//index', type: 'wp_template' })
  t.notOk('is_custom' in part)
})

onEveryStore(t, 'templates without texts are named after the one object that they are for', async (t, make) => {
  const { send } = await make()
  const create = (path: string, body: object) => send(`POST ${path}`, { body, as: 'administrator' })
  await create('/pages', { title: 'About us', slug: 'about', status: 'publish' })
  await create('/pages', { title: 'Secret', slug: 'secret', status: 'private' })
  await create('/tags', { name: 'Red', slug: 'red' })
  await create('/tags', { name: 'RED', slug: 'ruby' })
  const textsOf = async (slug: string, texts: object = {}) => {
    const { body } = await create('/templates', { slug, content: 'c', ...texts })
    const { title, description } = body as { title: { raw: string }; description: string }
    return [title.raw, description]
  }
  t.same(await textsOf('page-about'), ['Page: About us', 'Template for About us'])
  t.same(await textsOf('single-page-about'), ['Page: About us', 'Template for About us'])
  t.same(await textsOf('page-secret'), ['Not found: Page (secret)', ''], 'not that of a page that few may read')
  t.same(await textsOf('tag-red'), ['Tag: Red (red)', 'Template for Red'], 'two tags share the name')
  t.same(await textsOf('taxonomy-category-uncategorized'), ['Category: Uncategorized', 'Template for Uncategorized'])
  t.same(await textsOf('author-nobody'), ['Deleted author: nobody', ''])
  t.same(await textsOf('taxonomy-category'), ['', ''], 'for all of a kind')
  t.same(await textsOf('single-thing-about'), ['', ''], 'for no type that there is')
  t.same(await textsOf('page-x', { description: 'Own' }), ['', 'Own'])
})
