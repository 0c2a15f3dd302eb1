import type { Link } from '@platen/core'
import { postsIn } from '@platen/site'
import t from 'tap'
import { countingReads } from './access/counting-reads.js'
import { onEveryStore } from './every-store.js'
import { makeSite, type TestSite } from './make-site.js'

interface Item {
  readonly id?: number
  readonly _links: Readonly<Record<string, readonly Link[]>>
  readonly _embedded?: Readonly<Record<string, readonly unknown[]>>
}

/** Fills a site with so many menus, items, patterns, navigations, revisions of a post, and attached files. */
async function fill({ send, site }: TestSite, count: number): Promise<readonly string[]> {
  const add = async (path: string, body: object, as = 'administrator'): Promise<number> => {
    const answer = await send(`POST ${path}`, { body, as })
    if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
    return (answer.body as { id: number }).id
  }
  const revised = await add('/posts', { title: 'Revised', status: 'publish' }, 'editor')
  for (let i = 0; i < count; i++) {
    const editors = ['administrator', 'editor'] as const
    const as = editors[i % 2]
    const page = await add(
      '/pages',
      { title: `Page ${i}`, status: i % 3 === 2 ? 'draft' : 'publish', content: 'Words.', comment_status: 'open' },
      as,
    )
    const category = await add('/categories', { name: `Category ${i}` })
    const menu = await add('/menus', { name: `Menu ${i}`, ...(i < 2 && { locations: [`place-${i}`] }) })
    const common = { menus: menu, status: 'publish' }
    await add('/menu-items', { ...common, type: 'post_type', object: 'page', object_id: page, title: '' })
    await add('/menu-items', { ...common, type: 'taxonomy', object: 'category', object_id: category, title: '' })
    await add('/menu-items', { ...common, type: 'custom', url: 'https://a.example/', title: 'Custom' })
    await add('/blocks', { title: `Pattern ${i}`, content: '<p>x</p>', status: 'publish' }, as)
    await add('/navigation', { title: `Navigation ${i}`, content: '', status: 'publish' })
    await add(`/posts/${revised}`, { content: `Version ${i}` }, as)
    await add(`/pages/${page}/autosaves`, { content: 'x' }, as)
    await postsIn(site.context.store).insert({
      ...(await postsIn(site.context.store).get(page)),
      ...{
        id: undefined,
        type: 'attachment',
        status: 'inherit',
        slug: `file-${i}`,
        parent: page,
        mimeType: 'audio/mpeg',
      },
    } as never)
    // Drafts take no comments.
    if (i % 3 !== 2) await add('/comments', { post: page, content: `Said ${i}` }, as)
    await add('/widgets', { id_base: 'text', sidebar: 'main', instance: { raw: { title: '', text: `Text ${i}` } } })
  }
  return [
    '/menus',
    '/menu-items',
    '/blocks',
    '/navigation',
    '/media',
    '/comments',
    '/menu-locations/place-0',
    '/sidebars',
    '/widgets',
    '/pages',
    `/posts/${revised}/revisions`,
    `/posts/${revised}/autosaves`,
  ]
}

const register: NonNullable<Parameters<typeof makeSite>[0]>['register'] = site => {
  site.registerSidebar('main', { name: 'Main' })
  for (let i = 0; i < 2; i++) site.registerMenuLocation(`place-${i}`, { description: `Place ${i}` })
}

const itemsOf = (body: unknown): readonly Item[] => (Array.isArray(body) ? body : [body]) as readonly Item[]

const embeddable = ({ _links }: Item): [relation: string, links: readonly Link[]][] =>
  Object.entries(_links).map(([relation, links]) => [relation, links.filter(link => link.embeddable === true)])

onEveryStore(t, 'embedded resources of all families equal the responses of their URLs', async (t, make) => {
  const made = await make({ register })
  const lists = await fill(made, 4)
  const relations = new Set<string>()
  for (const as of ['anonymous', 'contributor', 'editor', 'administrator']) {
    for (const list of lists) {
      const { status, body } = await made.send(`GET ${list}?_embed&per_page=50`, { as })
      if (status !== 200) continue
      for (const item of itemsOf(body)) {
        for (const [relation, links] of embeddable(item)) {
          const alone: unknown[] = []
          for (const { href } of links) {
            const url = new URL(href)
            const query = url.search === '' ? '?context=embed' : `${url.search}&context=embed`
            const answer = await made.send(`GET /${url.pathname.replace('/cms-json', '')}${query}`, { as })
            if ((answer.body as { code?: string }).code !== 'rest_no_route') alone.push(answer.body)
          }
          const expected = alone.every(each => Array.isArray(each) && each.length === 0) ? undefined : alone
          t.strictSame(item._embedded?.[relation], expected, `${relation} of ${list} as ${as}`)
          if (expected !== undefined) relations.add(`${relation} of ${list.replace(/\d+/, '1')}`)
        }
      }
    }
  }
  for (const relation of [
    'cms:menu-item-object of /menu-items',
    'cms:menu-location of /menus',
    'cms:menu of /menu-locations/place-1',
    'author of /media',
    'cms:attached-to of /media',
    'up of /comments',
    'about of /widgets',
    'cms:widget of /sidebars',
  ])
    t.ok(relations.has(relation), `${relation} is among ${[...relations].join(', ')}`)
})

t.test('the number of reads does not depend on the length of the list', async t => {
  const reads = async (count: number) => {
    const counter = countingReads()
    const made = await makeSite({ wrapStore: counter.wrap, register })
    const lists = await fill(made, count)
    const taken: Record<string, number> = {}
    for (const as of ['anonymous', 'contributor', 'administrator']) {
      for (const list of lists) {
        const { status, body } = await made.send(`GET ${list}?per_page=100`, { as })
        if (status !== 200) continue
        counter.taken()
        await made.send(`GET ${list}?per_page=100`, { as })
        const plain = counter.taken().length
        const linked = itemsOf(body).flatMap(item => embeddable(item).filter(([, links]) => links.length > 0))
        for (const relation of new Set(linked.map(([name]) => name))) {
          await made.send(`GET ${list}?per_page=100&_embed=${relation}`, { as })
          taken[`${relation} of ${list.replace(/\d+/, '1')} as ${as}`] = counter.taken().length - plain
        }
      }
    }
    return taken
  }
  const few = await reads(4)
  t.same(await reads(16), few)
  for (const [name, count] of Object.entries(few)) t.ok(count <= 12, `${name}: ${count}`)
})
