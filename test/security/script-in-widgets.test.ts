import type { Site } from '@platen/site'
import t from 'tap'
import { chooseSeed } from '../robustness/random.js'
import { makeSite } from '../site/make-site.js'
import { hostileMarkup } from './hostile-markup.js'
import { markupComplaint, type Policy, policies } from './judge-markup.js'

t.setTimeout(120_000)

/** What widgets write themselves, beside what posts may contain. */
const WRITTEN: Readonly<Record<string, string>> = {
  a: 'aria-label style target',
  form: 'role method class action',
  h2: 'class',
  img: 'style',
  input: 'type class placeholder value name required id',
  label: 'class for',
  li: 'id class',
  nav: 'aria-label class',
  option: 'class value selected',
  select: 'name id class',
  span: 'class',
  table: 'id class',
  td: 'id class colspan',
  th: 'scope aria-label',
  ul: 'class id',
  button: 'class type aria-label',
  time: 'datetime class',
}

const policy: Policy = {
  elements: new Map(
    [...new Set([...policies.content.elements.keys(), ...Object.keys(WRITTEN)])].map(name => [
      name,
      new Set([...(policies.content.elements.get(name) ?? []), ...(WRITTEN[name] ?? '').split(' ')]),
    ]),
  ),
  everywhere: policies.content.everywhere,
}

/** The scripts of menus that open what is chosen, which have nothing of users in them. */
const MENU = /<script>\n\{\nconst menu = document\.getElementById\("[\w-]+"\)\n[^<]*<\/script>\n/g

const register = (site: Site) => void site.registerSidebar('main', { name: 'Main' })

t.test('no widget of somebody who may not use any HTML runs a script, whatever the site has', async t => {
  const seed = chooseSeed(4)
  t.comment(`seed ${seed}`)
  const { text, url } = hostileMarkup(seed)
  const { send } = await makeSite({
    register,
    comments: { anonymous: true, flood: false },
    roles: {
      editor: { label: 'Editor', capabilities: ['read', 'edit_theme_options'] },
      author: { label: 'Author', capabilities: ['read', 'edit_posts', 'publish_posts', 'edit_published_posts'] },
      administrator: {
        label: 'All',
        capabilities: ['read', 'manage_categories', 'moderate_comments', 'edit_theme_options'],
      },
    },
  })
  for (let i = 0; i < 20; i++) {
    const category = (await send('POST /categories', { body: { name: `${i} ${text()}`, description: text() } })).body
    const tag = (await send('POST /tags', { body: { name: `${i} ${text()}` } })).body
    const ids = [category, tag].map(term => (term as { id?: number }).id).filter(id => id !== undefined)
    const body = { title: text(), content: text(), status: 'publish', categories: ids.slice(0, 1), tags: ids.slice(1) }
    const { body: post } = await send('POST /posts', { body, as: 'author' })
    const comment = {
      post: (post as { id: number }).id,
      content: `${i} ${text()}`,
      author_name: text(),
      author_url: url(),
    }
    await send('POST /comments', { body: { ...comment, author_email: 'a@e.example' }, as: 'anonymous' })
  }
  const types = ((await send('GET /widget-types')).body as { id: string }[]).map(({ id }) => id)
  const fields = [
    'title',
    'text',
    'content',
    'caption',
    'alt',
    'image_classes',
    'link_classes',
    'link_rel',
    'image_title',
  ]
  const urls = ['url', 'link_url', 'mp3', 'mp4', 'webm']
  const shown = new Set<string>()
  let wrong = 0
  for (let round = 0; round < 60 && wrong < 5; round++) {
    for (const type of types) {
      const given = Object.fromEntries([
        ...fields.map(name => [name, text()]),
        ...urls.map(name => [name, type === 'rss' ? '' : round % 2 === 0 ? url() : text()]),
        ['filter', round % 2 === 0],
        ['count', 1],
        ['dropdown', round % 2],
        ['width', 10],
        ['link_target_blank', true],
      ])
      const { status, body } = await send(`POST /widget-types/${type}/render`, {
        body: { instance: given },
        as: 'editor',
      })
      t.equal(status, 200)
      const html = (body as { preview: string }).preview.split('<body>\n')[1]?.split('\n</body>')[0] ?? ''
      if (html !== '') shown.add(type)
      const complaint = markupComplaint(html.replace(MENU, ''), policy)
      if (complaint === undefined) continue
      wrong++
      t.fail(`${type}: ${complaint}`, { given, html })
    }
  }
  t.equal(wrong, 0)
  t.ok(shown.size >= 14, [...shown].join(' '))
})
