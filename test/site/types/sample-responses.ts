import { themeOf } from '@platen/site'
import { mediaSite, painted } from '../features/media/media-site.js'
import { events } from './event-feature.js'

/** A response to GET: the path, and the body. */
export interface SampleResponse {
  readonly path: string
  readonly body: unknown
}

/** The responses of the built-in routes, and of those of `events`, of a site with one of everything; those with a `context`, in it. */
export async function sampleResponses(context?: string): Promise<readonly SampleResponse[]> {
  const theme = themeOf('garden', {
    'style.css': '/* Theme Name: Garden */',
    'index.php': '',
    'theme.json': '{ "version": 3, "styles": { "color": { "text": "#123" } } }',
    'templates/index.html': '<!-- wp:paragraph --><p>All</p><!-- /wp:paragraph -->',
    'parts/header.html': '<!-- wp:site-title /-->',
    'styles/night.json': '{ "version": 3, "title": "Night" }',
  })
  const { site, upload } = await mediaSite({}, { themes: [theme], features: [events] })
  const as = site.system
  await site.content.themes.activate('garden', { as })
  const create = async (path: string, value: object): Promise<number> => {
    const made = await site.call<{ readonly id: number }>('POST', path, value, { headers: { 'x-as': 'administrator' } })
    if (!made.ok) throw new Error(`${path}: ${made.body.message}`)
    return made.body.id
  }
  const category = await create('/cms/v2/categories', { name: 'Herbs' })
  const tag = await create('/cms/v2/tags', { name: 'Mint' })
  const ids: Record<string, number> = { categories: category, tags: tag }
  for (const path of ['posts', 'pages', 'blocks', 'navigation']) {
    const id = await create(`/cms/v2/${path}`, { title: 'One', content: 'Two', status: 'publish' })
    await create(`/cms/v2/${path}/${id}`, { content: 'Three', excerpt: 'Four' })
    await create(`/cms/v2/${path}/${id}/autosaves`, { content: 'Five' })
    ids[path] = id
  }
  ids['comments'] = await create('/cms/v2/comments', { post: ids['posts'], content: 'Nice.' })
  ids['menus'] = await create('/cms/v2/menus', { name: 'Main' })
  ids['menu-items'] = await create('/cms/v2/menu-items', {
    title: 'Home',
    url: 'https://site.example/',
    menus: ids['menus'],
  })
  ids['users'] = await create('/cms/v2/users', {
    username: 'ann',
    email: 'ann@site.example',
    password: 'another horse',
  })
  ids['media'] = ((await upload('a.png', painted({ width: 2400, height: 1200 }))).body as { readonly id: number }).id
  await create('/cms/v2/widgets', { id_base: 'text', sidebar: 'inactive' })
  const family = { name: 'Sans', slug: 'sans', fontFamily: 'Sans' }
  ids['font-families'] = await create('/cms/v2/font-families', { font_family_settings: JSON.stringify(family) })
  const face = JSON.stringify({ fontFamily: 'Sans', src: 'https://site.example/sans.woff2' })
  const faces = `/cms/v2/font-families/${ids['font-families']}/font-faces`
  const faceId = await create(faces, { font_face_settings: face })
  await create('/cms/v2/users/me/application-passwords', { name: 'Phone' })
  await create('/cms/v2/templates/garden//index', { content: '<p>Changed</p>' })

  const season = await create('/cms/v2/seasons', { name: 'Spring', meta: { color: 'green' } })
  const meta = { price: 3, tags: ['a'], level: 'easy' }
  ids['events'] = await create('/cms/v2/events', { title: 'Fair', status: 'publish', meta, seasons: [season] })
  ids['talk'] = await create('/wp/v2/talk', { title: 'One', status: 'publish', topic: [] })
  ids['venue'] = await create('/cms/v2/venue', { title: 'One', status: 'publish' })
  ids['seasons'] = season
  const postLists = ['posts', 'pages', 'blocks', 'navigation']
  const paths = [
    '/',
    '/batch/v1',
    '/cms/v2',
    ...Object.entries(ids).flatMap(([name, id]) => [listOf(name), `${listOf(name)}/${id}`]),
    ...postLists.flatMap(name => [`/cms/v2/${name}/${ids[name]}/revisions`, `/cms/v2/${name}/${ids[name]}/autosaves`]),
    faces,
    `${faces}/${faceId}`,
    ...['types', 'types/post', 'statuses', 'statuses/publish', 'taxonomies', 'taxonomies/category', 'menu-locations'],
    ...['users/me', 'users/me/application-passwords', 'search', 'settings', 'block-types', 'block-types/core'],
    ...['block-types/core/paragraph', 'block-patterns/patterns', 'block-patterns/categories', 'widget-types'],
    ...[
      'widget-types/text',
      'sidebars',
      'sidebars/wp_inactive_widgets',
      'widgets',
      'themes',
      'themes/garden',
      'plugins',
    ],
    ...['font-collections', 'global-styles/themes/garden', 'global-styles/themes/garden/variations', 'icons'],
    ...[
      'icon-collections',
      'templates',
      'templates/garden//index',
      'templates/garden//index/revisions',
      'template-parts',
    ],
    ...['template-parts/garden//header', 'view-config'],
    '/cms-site-health/v1/tests/authorization-header',
    '/oembed/1.0/embed',
    '/cms-abilities/v1/categories',
    '/cms-abilities/v1/abilities',
    '/cms-block-editor/v1/navigation-fallback',
  ].map(path => (path.startsWith('/') ? path : `/cms/v2/${path}`))
  const queries: Record<string, string> = {
    '/cms/v2/themes': 'status=active',
    '/cms/v2/view-config': 'kind=postType&name=page',
    '/oembed/1.0/embed': `url=${encodeURIComponent(`https://site.example/?p=${ids['posts']}`)}`,
  }
  const samples: SampleResponse[] = []
  for (const path of paths) {
    const headers = { 'x-as': 'administrator' }
    const query = [queries[path], context && `context=${context}`].filter(Boolean).join('&')
    const { ok, body } = await site.call<unknown>('GET', path, undefined, { headers, query })
    samples.push({ path, body: ok ? body : { failed: body } })
  }
  return samples
}

const listOf = (name: string): string => (name === 'talk' ? '/wp/v2/talk' : `/cms/v2/${name}`)
