import type { TestSite } from '../site/make-site.js'

/** A request, and a body if it has one; `as` is a role. */
export interface SiteRequest {
  readonly request: string
  readonly body?: object
  readonly as?: string
}

interface Argument {
  readonly type?: string | readonly string[]
  readonly enum?: readonly string[]
  readonly format?: string
  readonly items?: Argument
  readonly required?: boolean
}

interface Index {
  readonly routes: Readonly<
    Record<
      string,
      {
        readonly endpoints: readonly { readonly methods: readonly string[]; readonly args: Record<string, Argument> }[]
      }
    >
  >
}

/** What does not choose records, or chooses them by words. */
const NO_FILTERS = /^(?:_.*|context|page|per_page|offset|search.*|password)$/
/** What an order needs beside its name. */
const NEEDED_BY_ORDER: Readonly<Record<string, string>> = {
  include: '&include=1007,1010',
  include_slugs: '&slug=p7,t10,u10',
  relevance: '&search=word',
}

const typesOf = ({ type }: Argument) => (type === undefined ? [] : [type].flat())

/** Values of an argument: all of an enum, one that records of a growing site have for each other type. */
function samplesOf(name: string, argument: Argument): readonly string[] {
  if (NO_FILTERS.test(name)) return []
  const types = typesOf(argument)
  if (argument.enum) return argument.enum
  if (argument.items?.enum) return argument.items.enum
  if (argument.format === 'date-time') return ['2020-01-03T00:00:00']
  if (types.includes('boolean')) return ['true', 'false']
  if (types.includes('array')) {
    return argument.items && typesOf(argument.items).includes('integer') ? ['1007,1010'] : ['p7,t10,u10']
  }
  if (types.includes('integer')) return ['1001']
  return types.includes('object') ? ['1010,1020'] : ['p7']
}

/** Every list of a site: without arguments, with each filter on its own, and in each order. */
export async function listRequests({ send }: TestSite): Promise<readonly SiteRequest[]> {
  const { routes } = (await send('GET /')).body as Index
  return Object.entries(routes).flatMap(([path, { endpoints }]) => {
    const reading = endpoints.find(({ methods }) => methods.includes('GET'))
    const list = path.replace(/^\/cms\/v2/, '')
    if (reading === undefined || list === '' || path.includes('(?P')) return []
    const filters = Object.entries(reading.args).flatMap(([name, argument]) =>
      samplesOf(name, argument).flatMap(value => {
        if (name !== 'orderby') return [`${name}=${value}`]
        return ['asc', 'desc'].map(order => `orderby=${value}&order=${order}${NEEDED_BY_ORDER[value] ?? ''}`)
      }),
    )
    const required = Object.entries(reading.args).flatMap(([name, argument]) =>
      argument.required === true ? samplesOf(name, argument).map(value => `&${name}=${value}`) : [],
    )
    const needed = required.join('')
    return [
      { request: `GET ${list}${needed.replace('&', '?')}`, as: 'anonymous' },
      { request: `GET ${list}?page=2${needed}`, as: 'author' },
      { request: `GET ${list}?_embed=1&per_page=5${needed}` },
      ...filters.map(filter => ({ request: `GET ${list}?${filter}${needed}` })),
    ]
  })
}

const ITEMS = [
  '/posts/1001',
  '/pages/1007',
  '/media/1008',
  '/tags/1010',
  '/categories/1020',
  '/users/1010',
  '/comments/1013',
]

/** Lists below a record, which editors read. */
const NESTED = ['/posts/1001/revisions', '/posts/1001/autosaves', '/pages/1017/revisions']

const plainAndEmbedded = (path: string, as: string): readonly SiteRequest[] => [
  { request: `GET ${path}`, as },
  { request: `GET ${path}?_embed=1`, as },
]

/** Single records, as several people see them, and the lists below them. */
export const itemRequests: readonly SiteRequest[] = [
  ...ITEMS.flatMap(path => ['administrator', 'author', 'anonymous'].flatMap(as => plainAndEmbedded(path, as))),
  ...NESTED.flatMap(path => plainAndEmbedded(path, 'administrator')),
]

/** A way to send a write and to get the id of what it made. */
type Send = (request: string, body?: object) => Promise<{ readonly id?: number; readonly uuid?: string }>

/** Creations, updates, trash, restoring and deletion of everything that is written. */
export async function write(send: Send): Promise<void> {
  const later = { status: 'future', date: '2090-01-01T00:00:00' }
  for (const [path, fields] of [
    ['posts', { categories: [1020], tags: [1010], slug: 'p11', sticky: true, featured_media: 1008 }],
    ['pages', { parent: 1007, menu_order: 3, slug: 'p7' }],
  ] as const) {
    const { id } = await send(`POST /${path}`, { title: 'New', content: 'Text', status: 'publish', ...fields })
    await send(`POST /${path}/${id}`, { title: 'Newer', slug: 'p12', author: 1010 })
    await send(`POST /${path}/${id}`, later)
    await send(`POST /${path}/${id}`, { status: 'publish', date: '2020-01-01T00:00:00' })
    await send(`DELETE /${path}/${id}`)
    await send(`POST /${path}/${id}`, { status: 'publish' })
    await send(`DELETE /${path}/${id}?force=true`)
  }
  const { id: comment } = await send('POST /comments', { post: 1002, content: 'New', parent: 1003 })
  await send(`POST /comments/${comment}`, { content: 'Newer', status: 'hold' })
  await send(`DELETE /comments/${comment}`)
  await send(`POST /comments/${comment}`, { status: 'approve', parent: 1004 })
  await send(`DELETE /comments/${comment}?force=true`)
  await send('DELETE /posts/1001?force=true')
  await send('DELETE /pages/1017')
  await send('DELETE /pages/1017?force=true')
  await send('POST /media/1028', { title: 'Picture', alt_text: 'A picture' })
  await send('DELETE /media/1018?force=true')
  for (const [path, used] of [
    ['tags', 1030],
    ['categories', 1040],
  ] as const) {
    const { id } = await send(`POST /${path}`, { name: 'p new term' })
    await send(`POST /${path}/${id}`, { name: 'p newer', slug: 'newer', description: 'Text' })
    await send(`DELETE /${path}/${id}?force=true`)
    await send(`DELETE /${path}/${used}?force=true`)
  }
  const { id: user } = await send('POST /users', {
    username: 'newone',
    email: 'n@e.example',
    password: 'a long word 1',
  })
  await send(`POST /users/${user}`, { email: 'm@e.example', name: 'N', roles: ['author'], slug: 'newer' })
  const passwords = `/users/${user}/application-passwords`
  const { uuid } = await send(`POST ${passwords}`, { name: 'App' })
  await send(`GET ${passwords}/${uuid}`)
  await send(`POST ${passwords}/${uuid}`, { name: 'An app' })
  await send(`GET ${passwords}`)
  await send(`DELETE ${passwords}/${uuid}`)
  await send(`DELETE ${passwords}`)
  await send(`DELETE /users/1050?force=true&reassign=1060`)
  await send(`DELETE /users/${user}?force=true&reassign=false`)
  await writeDesign(send)
  await send('POST /settings', { title: 'A title' })
  const requests = [{ method: 'PUT', path: '/cms/v2/posts/1002', body: { title: 'In a batch' } }]
  await send('POST //batch/v1', { requests })
}

/** The same for menus, patterns and navigation, and what is saved of them. */
async function writeDesign(send: Send): Promise<void> {
  const { id: menu } = await send('POST /menus', { name: 'New menu', auto_add: true })
  await send(`POST /menus/${menu}`, { name: 'Newer menu', description: 'Text' })
  const { id: above } = await send('POST /menu-items', { title: 'One', url: 'https://e.example/', menus: menu })
  const toPage = { type: 'post_type', object: 'page', object_id: 1027, menus: menu, parent: above }
  const { id: item } = await send('POST /menu-items', toPage)
  await send(`POST /menu-items/${item}`, { title: 'Two', menu_order: 2, parent: 0 })
  await send('DELETE /pages/1027?force=true')
  await send(`DELETE /menu-items/${above}?force=true`)
  await send(`DELETE /menus/${menu}?force=true`)
  for (const list of ['blocks', 'navigation']) {
    const { id } = await send(`POST /${list}`, { title: 'New', content: 'Text', status: 'publish' })
    await send(`POST /${list}/${id}`, { content: 'Newer' })
    await send(`POST /${list}/${id}/autosaves`, { content: 'Newest' })
    await send(`GET /${list}/${id}/revisions`)
    await send(`DELETE /${list}/${id}`)
    await send(`DELETE /${list}/${id}?force=true`)
  }
  const family = { name: 'Font', slug: 'font', fontFamily: 'Font' }
  const { id: font } = await send('POST /font-families', { font_family_settings: JSON.stringify(family) })
  await send(`POST /font-families/${font}`, { font_family_settings: JSON.stringify({ name: 'Newer' }) })
  const faces = `/font-families/${font}/font-faces`
  for (const fontWeight of ['400', '700']) {
    const face = { fontFamily: 'Font', fontWeight, src: 'https://site.example/font.woff2' }
    const { id } = await send(`POST ${faces}`, { font_face_settings: JSON.stringify(face) })
    await send(`GET ${faces}/${id}`)
    if (fontWeight === '400') await send(`DELETE ${faces}/${id}?force=true`)
  }
  for (const list of ['/font-families?_embed', '/font-families?order=asc&slug=font', faces, `${faces}?offset=1`])
    await send(`GET ${list}`)
  await send(`DELETE /font-families/${font}?force=true`)
  await send('POST /posts/1011/autosaves', { content: 'Newest' })
  await send('GET //cms-block-editor/v1/navigation-fallback')
}
