import { RestError } from '@platen/core'
import { dialects, postsIn, type Site } from '@platen/site'
import t from 'tap'
import { makeSite, type TestSite } from '../../make-site.js'
import { mediaSite, painted } from '../media/media-site.js'

function register(site: Site): void {
  site.registerPostType('book', {
    label: 'Books',
    public: true,
    restBase: 'books',
    supports: ['title', 'editor', 'custom-fields'],
  })
  site.registerPostType('secret', { showInRest: false })
  site.registerMeta({ object: 'post', subtype: 'book', key: 'pages', type: 'integer', single: true, default: 1 })
}

interface Shown {
  readonly name: string
  readonly input_schema: { readonly properties: Readonly<Record<string, { readonly required?: boolean }>> }
  readonly meta: { readonly annotations: object }
}

/** The types whose posts are written without more than a title, and those that have a trash. */
const WRITTEN = ['post', 'page', 'book', 'block', 'navigation']

async function abilitiesOf({ send, site }: TestSite): Promise<ReadonlyMap<string, Shown>> {
  const { prefix } = site.context.dialect
  const { body } = await send(`GET //${prefix}-abilities/v1/abilities?category=content&per_page=100`)
  return new Map((body as Shown[]).map(ability => [ability.name, ability]))
}

for (const dialect of Object.values(dialects)) {
  t.test(`the dialect ${dialect.name}`, async t => {
    const made = await makeSite({ dialect, register, abilities: { content: true } })
    const { send } = made
    const listed = await abilitiesOf(made)
    const base = `//${dialect.prefix}-abilities/v1/abilities/content`
    const run = (method: string, name: string, input: object, as = 'administrator') => {
      const path = `${base}/${name}/run`
      if (method === 'POST') return send(`POST ${path}`, { as, body: { input } })
      const query = Object.entries(input).map(([key, value]) => `input[${key}]=${encodeURIComponent(String(value))}`)
      return send(`${method} ${path}?${query.join('&')}`, { as })
    }

    t.test('each type that REST shows has them, as far as its routes go', async t => {
      for (const type of WRITTEN)
        for (const verb of ['list', 'read', 'create', 'update', 'trash'])
          t.ok(listed.has(`content/${verb}-${type}`), type)
      t.notOk([...listed.keys()].some(name => name.endsWith('-secret')))
      t.ok(listed.has('content/create-nav-menu-item') && listed.has('content/create-attachment'))
      t.notOk(listed.has('content/trash-nav-menu-item') || listed.has('content/trash-attachment'), 'they have no trash')
    })

    t.test('every schema compiles', async t => {
      for (const { name, inputSchema, outputSchema } of made.site.abilities.all().map(each => ({ ...each })))
        if (name.startsWith('content/')) t.ok(inputSchema !== undefined && outputSchema !== undefined, name)
    })

    t.test('their schemas match the routes', async t => {
      const { input_schema: create, meta } = listed.get('content/create-book') as Shown
      t.match(create.properties, { title: {}, status: {}, meta: { properties: { pages: { type: 'integer' } } } })
      t.notOk('id' in create.properties)
      t.match(meta.annotations, { readonly: false, destructive: false, idempotent: false })
      t.equal((listed.get('content/update-book') as Shown).input_schema.properties['id']?.required, true)
      t.notOk('force' in (listed.get('content/trash-book') as Shown).input_schema.properties)
    })

    for (const type of WRITTEN) {
      t.test(`a life of a ${type}`, async t => {
        const created = await run('POST', `create-${type}`, { title: 'First', content: 'x', status: 'publish' })
        t.match(created, { status: 200, body: { title: { raw: 'First' }, status: 'publish' } }, created.text())
        const { id } = created.body as { id: number }
        for (const context of ['view', 'edit', 'embed']) {
          const read = await run('GET', `read-${type}`, { id, context })
          t.match(read, { status: 200, body: { id } }, read.text())
          const list = await run('GET', `list-${type}`, { context, per_page: 5 })
          t.match(list, { status: 200, body: [{ id }] }, list.text())
        }
        const updated = await run('POST', `update-${type}`, { id, title: 'Second' })
        t.match(updated, { status: 200, body: { id, title: { raw: 'Second' } } }, updated.text())
        t.match(await run('DELETE', `trash-${type}`, { id }), { status: 200, body: { status: 'trash' } })
        t.match(await run('DELETE', `trash-${type}`, { id }), { status: 410, body: { code: 'rest_already_trashed' } })
      })
    }

    t.test('the rules match the routes', async t => {
      const draft = await run('POST', 'create-post', { title: 'Draft' })
      const { id } = draft.body as { id: number }
      const refused: readonly (readonly [Promise<{ status: number; body: unknown }>, number, string])[] = [
        [run('POST', 'create-post', { title: 'x' }, 'anonymous'), 401, 'rest_cannot_create'],
        [run('POST', 'create-post', { title: 'x' }, 'subscriber'), 403, 'rest_cannot_create'],
        [run('POST', 'create-post', { title: 'x', status: 'publish' }, 'contributor'), 403, 'rest_cannot_publish'],
        [run('GET', 'read-post', { id }, 'anonymous'), 401, 'rest_forbidden'],
        [run('GET', 'read-post', { id: 999 }), 404, 'rest_post_invalid_id'],
        [run('GET', 'list-post', { context: 'edit' }, 'subscriber'), 403, 'rest_forbidden_context'],
        [run('POST', 'update-post', { id, title: 'x' }, 'author'), 403, 'rest_cannot_edit'],
        [run('POST', 'update-post', { title: 'x' }), 400, 'ability_invalid_input'],
        [run('POST', 'update-post', { id: 'x/../2', title: 'x' }), 400, 'ability_invalid_input'],
        [run('POST', 'create-post', { titel: 'x' }), 400, 'ability_invalid_input'],
        [run('DELETE', 'trash-post', { id }, 'author'), 403, 'rest_cannot_delete'],
        [run('DELETE', 'trash-post', { id, force: true }), 400, 'ability_invalid_input'],
      ]
      for (const [answer, status, code] of refused) {
        const { status: actual, body } = await answer
        t.match({ status: actual, body }, { status, body: { code } }, code)
      }
    })

    t.test('menu items and files are read, with the errors of the routes', async t => {
      const item = await run('POST', 'create-nav-menu-item', { title: 'Home', url: 'https://site.example' })
      t.equal(item.status, 200, item.text())
      for (const name of ['nav-menu-item', 'attachment']) t.match(await run('GET', `list-${name}`, {}), { status: 200 })
      t.match(await run('POST', 'create-attachment', { title: 'x' }), {
        body: { code: 'rest_upload_no_content_disposition' },
      })
    })
  })
}

t.test('files are read and updated', async t => {
  for (const dialect of Object.values(dialects)) {
    const { site, upload } = await mediaSite({}, { dialect, abilities: { content: true } })
    const as = site.system
    const { body } = await upload('cat.png', painted({ width: 40, height: 30 }))
    const { id } = body as { id: number }
    await site.abilities.run('content/update-attachment', { id, alt_text: 'A cat' }, { as })
    for (const context of ['view', 'edit', 'embed']) {
      t.match(await site.abilities.run('content/read-attachment', { id, context }, { as }), { id, alt_text: 'A cat' })
      t.match(await site.abilities.run('content/list-attachment', { context }, { as }), [{ id }])
    }
  }
})

t.test('without the option there are none', async t => {
  const made = await makeSite({ register })
  t.equal((await abilitiesOf(made)).size, 0)
})

t.test('in process', async t => {
  const { site, store, users } = await makeSite({ register, abilities: { content: true } })
  const as = users.get('author') ?? site.system
  const { id } = await site.abilities.run<{ id: number }>('content/create-post', { title: 'x' }, { as })
  t.equal((await postsIn(store).get(id))?.author, as.id)
  await t.rejects(site.abilities.run('content/create-page', { title: 'x' }, { as }), RestError)
})
