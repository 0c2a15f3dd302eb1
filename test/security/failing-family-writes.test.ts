import { createMemoryStore } from '@platen/memory'
import t from 'tap'
import { openStorage, paintedImages } from '../site/features/media/media-site.js'
import { makeSite } from '../site/make-site.js'
import { type Fault, failAtEachCall, failingStore } from './failing-store.js'

t.setTimeout(240_000)

const text = (words: string) => `<!-- wp:paragraph --><p>${words}</p><!-- /wp:paragraph -->`

/** The records that the writes below change; `@name` is the id of one. */
const PREPARED: Readonly<Record<string, readonly [request: string, body: object]>> = {
  post: ['POST /posts', { title: 'first', content: text('x'), status: 'publish' }],
  draft: ['POST /posts', { title: 'draft', content: text('x'), status: 'draft' }],
  page: ['POST /pages', { title: 'page', content: text('x'), status: 'publish' }],
  comment: ['POST /comments', { post: '@post', content: 'one' }],
  answer: ['POST /comments', { post: '@post', content: 'two', parent: '@comment' }],
  trashed: ['POST /comments', { post: '@post', content: 'three', status: 'trash' }],
  block: ['POST /blocks', { title: 'block', content: text('x'), status: 'publish' }],
  navigation: ['POST /navigation', { title: 'navigation', content: text('x'), status: 'publish' }],
  menu: ['POST /menus', { name: 'menu' }],
  item: ['POST /menu-items', { title: 'item', url: 'https://a.example', menus: '@menu', status: 'publish' }],
  below: ['POST /menu-items', { title: 'below', url: 'https://a.example', menus: '@menu', parent: '@item' }],
  parent: ['POST /categories', { name: 'parent' }],
  child: ['POST /categories', { name: 'child', parent: '@parent' }],
  family: ['POST /font-families', { font_family_settings: JSON.stringify({ name: 'F', slug: 'f', fontFamily: 'F' }) }],
  template: ['POST /templates', { slug: 'own', title: 'Own', content: text('x') }],
  part: ['POST /template-parts', { slug: 'own', title: 'Own', content: text('x'), area: 'header' }],
  widget: ['POST /widgets', { id_base: 'block', sidebar: 'side', instance: { raw: { content: 'x' } } }],
  user: ['POST /users', { username: 'ada', email: 'ada@example.com', password: 'secret', roles: ['author'] }],
  password: ['POST /users/me/application-passwords', { name: 'phone' }],
  revised: ['POST /posts/@post', { content: text('y') }],
  revisedBlock: ['POST /blocks/@block', { content: text('y') }],
  revisedTemplate: ['POST /templates/@template', { content: text('y') }],
}

const WRITES: readonly (readonly [request: string, body?: unknown])[] = [
  ['POST /comments', { post: '@post', content: 'k' }],
  ['POST /comments/@comment', { content: 'l', status: 'hold', meta: {} }],
  ['DELETE /comments/@comment'],
  ['DELETE /comments/@comment?force=true'],
  ['POST /comments/@trashed', { status: 'approved' }],
  ['POST /pages/@page', { title: 'm', content: text('n'), parent: 0, template: '' }],
  ['POST /posts/@post/autosaves', { title: 'o', content: text('p') }],
  ['POST /posts/@draft/autosaves', { title: 'o', content: text('p') }],
  ['POST /blocks', { title: 'q', content: text('r') }],
  ['POST /blocks/@block', { title: 'q', content: text('r') }],
  ['DELETE /blocks/@block?force=true'],
  ['POST /navigation/@navigation', { content: text('s') }],
  ['DELETE /navigation/@navigation?force=true'],
  ['POST /menus', { name: 't', auto_add: true }],
  ['POST /menus/@menu', { name: 'u', locations: ['primary'], auto_add: true }],
  ['DELETE /menus/@menu?force=true'],
  ['POST /menu-items', { title: 'v', url: 'https://b.example', menus: '@menu' }],
  ['POST /menu-items/@item', { title: 'w', menu_order: 3 }],
  ['DELETE /menu-items/@item?force=true'],
  ['DELETE /categories/@parent?force=true'],
  ['POST /categories/@child', { parent: 0, name: 'x', slug: 'y' }],
  ['POST /font-families', { font_family_settings: JSON.stringify({ name: 'G', slug: 'g', fontFamily: 'G' }) }],
  ['DELETE /font-families/@family?force=true'],
  ['POST /templates', { slug: 'two', title: 'Two', content: text('x') }],
  ['POST /templates/@template', { content: text('z') }],
  ['DELETE /templates/@template?force=true'],
  ['POST /template-parts/@part', { content: text('z'), area: 'footer' }],
  ['DELETE /template-parts/@part'],
  ['POST /widgets', { id_base: 'block', sidebar: 'side', instance: { raw: { content: 'y' } } }],
  ['POST /widgets/@widget', { sidebar: 'other' }],
  ['DELETE /widgets/@widget?force=true'],
  ['POST /sidebars/other', { widgets: ['@widget'] }],
  ['POST /users/@user', { roles: ['editor'], password: 'other', email: 'other@example.com' }],
  ['DELETE /users/@user?force=true&reassign=1'],
  ['DELETE /users/me/application-passwords'],
  ['DELETE /users/me/application-passwords/@password'],
  ['POST /users/me/application-passwords/@password', { name: 'other' }],
  ['POST /settings', { title: 'a', description: 'b', timezone: 'Europe/Berlin', posts_per_page: 3 }],
]

/** The same value with ids in place of `@name`. */
function named(value: unknown, ids: ReadonlyMap<string, unknown>): unknown {
  if (typeof value === 'string') {
    const whole = /^@(\w+)$/.exec(value)
    return whole?.[1] !== undefined && ids.has(whole[1])
      ? ids.get(whole[1])
      : value.replaceAll(/@(\w+)/g, (name, key) => String(ids.get(key) ?? name))
  }
  if (Array.isArray(value)) return value.map(each => named(each, ids))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, named(each, ids)]))
}

async function preparedSite() {
  const fault: Fault = { left: -1 }
  const store = createMemoryStore()
  const errors: unknown[] = []
  const files = new Map<string, Uint8Array>()
  const made = await makeSite({
    store,
    wrapStore: each => failingStore(each, fault),
    register(site) {
      site.registerMenuLocation('primary', { description: 'Primary' })
      for (const id of ['side', 'other']) site.registerSidebar(id, { name: id })
    },
    media: { storage: openStorage(files), images: paintedImages },
    onError: error => errors.push(error),
  })
  const ids = new Map<string, unknown>()
  for (const [name, [request, given]] of Object.entries(PREPARED)) {
    const { status, body } = await made.send(named(request, ids) as string, {
      ...(request.startsWith('GET') ? {} : { body: named(given, ids) }),
    })
    if (status >= 300) throw new Error(`${name}: ${JSON.stringify(body)}`)
    const { id, uuid } = body as { readonly id?: unknown; readonly uuid?: unknown }
    ids.set(name, id ?? uuid)
  }
  return { ...made, ids, fault, store, errors, files }
}

for (const [request, given] of WRITES) {
  t.test(request, async t => {
    const { failures, survived } = await failAtEachCall(t, preparedSite, made =>
      made.send(named(request, made.ids) as string, given === undefined ? {} : { body: named(given, made.ids) }),
    )
    t.ok(failures > 0, `${failures} failures, ${survived} writes that succeeded`)
  })
}
