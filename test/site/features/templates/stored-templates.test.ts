import { postsIn, type Template } from '@platen/site'
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
