import { postsIn } from '@platen/site'
import t from 'tap'
import { compareRecorded, recordedSite, renderedBlock } from '../recorded-site.js'

t.test('navigations match the reference', t => compareRecorded(t, 'navigation'))

t.test('drafts, private and protected navigations are hidden', async t => {
  const made = await recordedSite()
  const { store, ids } = made
  const link = '<!-- wp:navigation-link {"label":"Secret link","url":"/secret"} /-->'
  const locked = await made.send('POST /navigation', {
    body: { title: 'Secret', content: link, status: 'publish', password: 'x' },
  })
  const { id } = locked.body as { id: number }
  for (const ref of [ids.get('draft menu'), id, ids.get('draft page')])
    t.match(await renderedBlock(made, `<!-- wp:navigation {"ref":${ref}} /-->`), /Stored(?!.*Secret)/s, `${ref}`)
  for (const kind of ['link', 'submenu']) {
    const { status } = (await postsIn(store).get(ids.get('draft page') ?? 0)) ?? {}
    t.equal(status, 'draft')
    const attributes = JSON.stringify({ label: 'Secret', kind: 'post-type', type: 'page', id: ids.get('draft page') })
    t.equal(await renderedBlock(made, `<!-- wp:navigation-${kind} ${attributes} /-->`), '', kind)
  }
})

t.test('navigations within themselves end', async t => {
  const made = await recordedSite()
  const { store, ids } = made
  const menu = ids.get('menu') ?? 0
  const use = `<!-- wp:navigation {"ref":${menu}} /-->`
  await postsIn(store).update(menu, { content: `<!-- wp:navigation-link {"label":"A","url":"/a"} /-->${use}` })
  t.equal(await renderedBlock(made, use), '')
  const inner = '<!-- wp:navigation-link {"label":"A","url":"/a"} /-->'
  t.equal(await renderedBlock(made, `<!-- wp:navigation -->${use}${inner}<!-- /wp:navigation -->`), '')
  const nested = '<!-- wp:navigation-submenu {"label":"A"} -->'.repeat(2000) + inner
  t.match(await renderedBlock(made, `<!-- wp:navigation -->${nested}`), /<nav /)
})

t.test('a site without navigations shows its pages', async t => {
  const made = await recordedSite()
  await postsIn(made.store).removeWhere({ op: 'eq', field: 'type', value: 'wp_navigation' })
  t.match(await renderedBlock(made, '<!-- wp:navigation /-->'), /Child<\/a>/)
})

t.test('many uses of a navigation are bounded', async t => {
  const made = await recordedSite()
  const html = await renderedBlock(made, `<!-- wp:navigation {"ref":${made.ids.get('menu')}} /-->`.repeat(5000))
  t.ok(html.length < 5_000_000, `${html.length} code units`)
})
