import type { Schema } from '@platen/core'
import { createMemoryStorage } from '@platen/media'
import t from 'tap'
import { makeSite, type TestSite } from '../site/make-site.js'
import { bodyOf, write } from './specified.js'

interface Described {
  readonly methods: readonly string[]
  readonly schema: { readonly properties: Readonly<Record<string, Schema>> }
}

type Item = Readonly<Record<string, unknown>> & {
  readonly _links?: Readonly<Record<string, readonly { readonly href: string }[]>>
}

/**
 * Values that no client can set: the status of a file is that of the post that it is attached to, and null is a meta
 * value that is not stored. The sync status of a pattern represents a value of `meta`, and an
 * empty preview of a font none.
 */
const UNSET = new Set([
  '/media status',
  '/comments meta',
  '/blocks cms_pattern_sync_status',
  '/font-families font_family_settings',
])

/** A site with a record of each kind. */
async function filledSite(): Promise<TestSite> {
  const media = { storage: createMemoryStorage({ url: 'https://site.example/files' }) }
  const made = await makeSite({ media })
  const { send, site, users } = made
  const post = await write(made, '/posts', { title: 'One', content: 'Text', status: 'publish' })
  await write(made, `/posts/${post.id}`, { title: 'Two' })
  for (const path of ['/pages', '/blocks']) await write(made, path, { title: 'One', status: 'publish' })
  const as = users.get('administrator') ?? site.system
  await site.content.comments.create({ post: post.id, content: 'Without an address' }, { as })
  const menu = await write(made, '/menus', { name: 'Main' })
  await write(made, '/menu-items', { title: 'x', url: 'https://example.com', menus: menu.id, status: 'publish' })
  await write(made, '/tags', { name: 'One' })
  await write(made, '/users/me/application-passwords', { name: 'One' })
  await write(made, '/font-families', {
    font_family_settings: JSON.stringify({ name: 'Serif', slug: 'serif', fontFamily: 'serif' }),
  })
  await send('POST /media', {
    headers: { 'content-disposition': 'attachment; filename="a.txt"', 'content-type': 'text/plain' },
    body: 'text',
  })
  return made
}

const LISTS = [
  '/posts',
  '/posts/{id}/revisions',
  '/pages',
  '/blocks',
  '/media',
  '/comments',
  '/categories',
  '/tags',
  '/users',
  '/users/me/application-passwords',
  '/menus',
  '/menu-items',
  '/templates',
  '/template-parts',
  '/themes?status=active',
  '/sidebars',
  '/widget-types',
  '/block-types',
  '/font-families',
  '/icons',
  '/icon-collections',
]

t.test('values match the schemas of their fields, items have links, and clients can send items back', async t => {
  const made = await filledSite()
  const { send, site } = made
  const [post] = bodyOf<readonly { readonly id: number }[]>(await send('GET /posts'))
  for (const list of LISTS) {
    const path = list.replace('{id}', String(post?.id))
    const { schema } = bodyOf<Described>(await send(`OPTIONS ${path.split('?')[0]}`))
    for (const context of ['view', 'edit', 'embed']) {
      const items = bodyOf<readonly Item[]>(
        await send(`GET ${path}${path.includes('?') ? '&' : '?'}context=${context}`),
      )
      const wrong: string[] = []
      t.ok(items.length > 0, path)
      for (const { _links, ...fields } of items) {
        if (Object.keys(_links ?? {}).length === 0) wrong.push('no links')
        for (const [name, value] of Object.entries(fields)) {
          const property = schema.properties[name]
          if (UNSET.has(`${path} ${name}`)) continue
          if (property === undefined) wrong.push(`${name} is not in the schema`)
          else wrong.push(site.context.compile(property).validate(value, name)?.message ?? '')
        }
      }
      t.same(new Set(wrong.filter(Boolean)), new Set(), `${path} ${context}`)
      if (context === 'edit') await sendBack(items)
    }
  }

  async function sendBack(items: readonly Item[]): Promise<void> {
    for (const { _links, ...fields } of items.slice(0, 3)) {
      const href = _links?.['self']?.[0]?.href
      if (href === undefined) continue
      const path = href.replace(site.context.apiUrl, '/')
      const { methods } = bodyOf<Described>(await send(`OPTIONS ${path}`))
      // The settings of fonts are sent as text, beside files.
      if (!methods.includes('PUT') || 'font_family_settings' in fields) continue
      const sent = await send(`PUT ${path}`, { body: fields })
      t.equal(sent.status, 200, `PUT ${path} ${sent.status === 200 ? '' : sent.text()}`)
    }
  }
})

t.test('null detaches a file', async t => {
  const made = await filledSite()
  const { send } = made
  const [file] = bodyOf<readonly { readonly id: number }[]>(await send('GET /media'))
  const { id } = await write(made, '/posts', { title: 'With a file' })
  const path = `/media/${file?.id}`
  t.match(await send(`POST ${path}`, { body: { post: id } }), { status: 200, body: { post: id } })
  t.match(await send(`POST ${path}`, { body: { post: null } }), { status: 200, body: { post: null } })
  t.match(await send(`OPTIONS ${path}`), { body: { schema: { properties: { post: { type: ['integer', 'null'] } } } } })
})

t.test('the context of the list of themes has values', async t => {
  const { send } = await makeSite()
  const options = await send('OPTIONS /themes')
  t.match(options.body, { endpoints: [{ args: { context: { enum: ['view', 'embed', 'edit'] } } }] })
  t.equal((await send('GET /themes?status=active&context=edit')).status, 200)
  t.match(await send('GET /themes?status=active&context=other'), { status: 400, body: { code: 'rest_invalid_param' } })
})

t.test('a theme has no empty URLs', async t => {
  const { send } = await makeSite()
  const theme = bodyOf(await send('GET /themes/platen'))
  for (const name of ['author_uri', 'theme_uri']) t.strictSame(theme[name], {}, name)
  const { schema } = bodyOf<Described>(await send('OPTIONS /themes'))
  t.equal(theme['screenshot'], '')
  t.notOk(schema.properties['screenshot']?.format, 'an empty text is not a URL')
})
