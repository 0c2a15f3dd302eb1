/** A request, and a body if it has one; `as` is a role. */
export interface SiteRequest {
  readonly request: string
  readonly body?: object
  readonly as?: string
}

/** What a write answers, or a read of a list. */
type Written = Readonly<Record<string, unknown>> & { readonly id?: number | string; readonly uuid?: string }

/** A way to send a write and to get the id of what it made. */
type Send = (request: string, body?: object) => Promise<Written>

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
  await writeRevisions(send, 'posts', 1031)
  await writeRevisions(send, 'pages', 1037)
  const { id: comment } = await send('POST /comments', { post: 1002, content: 'New', parent: 1003 })
  await send(`POST /comments/${comment}`, { content: 'Newer', status: 'hold' })
  await send(`DELETE /comments/${comment}`)
  await send(`POST /comments/${comment}`, { status: 'approve', parent: 1004 })
  await send(`DELETE /comments/${comment}?force=true`)
  await send('DELETE /posts/1001?force=true')
  await send('DELETE /pages/1017')
  await send('DELETE /pages/1017?force=true')
  await send('POST /media')
  await send('POST /media/1028', { title: 'Picture', alt_text: 'A picture' })
  await send('DELETE /media/1018?force=true')
  for (const [path, used] of [
    ['tags', 1030],
    ['categories', 1040],
    ['cms_pattern_category', undefined],
  ] as const) {
    const { id } = await send(`POST /${path}`, { name: 'p new term' })
    await send(`POST /${path}/${id}`, { name: 'p newer', slug: 'newer', description: 'Text' })
    await send(`DELETE /${path}/${id}?force=true`)
    if (used !== undefined) await send(`DELETE /${path}/${used}?force=true`)
  }
  await send('POST /users/me', { description: 'Me' })
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
  await writeTheme(send)
  await send('POST /settings', { title: 'A title' })
  const requests = [{ method: 'PUT', path: '/cms/v2/posts/1002', body: { title: 'In a batch' } }]
  await send('POST //batch/v1', { requests })
}

/** Saves a record twice, deletes a revision of it, and saves what somebody writes. */
async function writeRevisions(send: Send, list: string, id: number | string | undefined): Promise<void> {
  await send(`POST /${list}/${id}`, { content: 'Second' })
  await send(`POST /${list}/${id}`, { content: 'Third' })
  const [revision] = Object.values(await send(`GET /${list}/${id}/revisions`)) as readonly {
    readonly id: number
    readonly wp_id?: number
  }[]
  await send(`DELETE /${list}/${id}/revisions/${revision?.wp_id ?? revision?.id}?force=true`)
  await send(`POST /${list}/${id}/autosaves`, { content: 'Fourth' })
}

/** The same for templates, styles and widgets. */
async function writeTheme(send: Send): Promise<void> {
  for (const list of ['templates', 'template-parts']) {
    const { id } = await send(`POST /${list}`, { slug: 'new', title: 'New', content: 'Text' })
    await writeRevisions(send, list, id)
    await send(`DELETE /${list}/${id}?force=true`)
  }
  const [theme] = Object.values(await send('GET /themes?status=active')) as readonly {
    readonly _links: Readonly<Record<string, readonly { readonly href: string }[]>>
  }[]
  const styles = theme?._links['cms:user-global-styles']?.[0]?.href.split('/').at(-1)
  for (const color of ['red', 'blue'])
    await send(`POST /global-styles/${styles}`, { styles: { color: { text: color } } })
  const instance = { raw: { content: 'Text' } }
  const { id: widget } = await send('POST /widgets', { id_base: 'text', sidebar: 'main', instance })
  await send(`POST /widgets/${widget}`, { instance: { raw: { content: 'Other' } } })
  await send('POST /sidebars/main', { widgets: [widget] })
  await send(`DELETE /widgets/${widget}?force=true`)
}

/** The same for menus, patterns and navigation, and what is saved of them. */
async function writeDesign(send: Send): Promise<void> {
  const { id: menu } = await send('POST /menus', { name: 'New menu', auto_add: true })
  await send(`POST /menus/${menu}`, { name: 'Newer menu', description: 'Text' })
  const { id: above } = await send('POST /menu-items', { title: 'One', url: 'https://e.example/', menus: menu })
  const toPage = { type: 'post_type', object: 'page', object_id: 1027, menus: menu, parent: above }
  const { id: item } = await send('POST /menu-items', toPage)
  await send(`POST /menu-items/${item}`, { title: 'Two', menu_order: 2, parent: 0 })
  await send(`POST /menu-items/${item}/autosaves`, { title: 'Three' })
  await send('DELETE /pages/1027?force=true')
  await send(`DELETE /menu-items/${above}?force=true`)
  await send(`DELETE /menus/${menu}?force=true`)
  for (const list of ['blocks', 'navigation']) {
    const { id } = await send(`POST /${list}`, { title: 'New', content: 'Text', status: 'publish' })
    await send(`POST /${list}/${id}`, { content: 'Newer' })
    await send(`POST /${list}/${id}/autosaves`, { content: 'Newest' })
    await writeRevisions(send, list, id)
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
