import type { TaxonomyOptions } from '@platen/site/extend'
import t from 'tap'
import { makeSite } from '../make-site.js'

const moods = (options: Partial<TaxonomyOptions> = {}) =>
  makeSite({ register: site => void site.registerTaxonomy('mood', { objectTypes: ['post'], ...options }) })

t.test('the description of a taxonomy for clients', async t => {
  const { send } = await moods({
    description: 'How posts feel',
    showUi: false,
    showInNavMenus: false,
    showInQuickEdit: true,
    showAdminColumn: true,
    showTagcloud: true,
    publiclyQueryable: false,
  })
  t.match((await send('GET /taxonomies/mood?context=edit')).body, {
    description: 'How posts feel',
    show_cloud: true,
    visibility: {
      public: true,
      publicly_queryable: false,
      show_ui: false,
      show_in_nav_menus: false,
      show_in_quick_edit: true,
      show_admin_column: true,
    },
  })
})

t.test('what follows from other options', async t => {
  for (const isPublic of [true, false]) {
    const { send } = await moods({ public: isPublic })
    t.match((await send('GET /taxonomies/mood?context=edit')).body, {
      show_cloud: isPublic,
      visibility: {
        publicly_queryable: isPublic,
        show_ui: isPublic,
        show_in_nav_menus: isPublic,
        show_in_quick_edit: isPublic,
        show_admin_column: false,
      },
    })
  }
})

const links: readonly [options: Partial<TaxonomyOptions>, link: string][] = [
  [{}, '/mood/calm/'],
  [{ rewriteSlug: 'feeling' }, '/feeling/calm/'],
  [{ rewriteHierarchical: true }, '/mood/good/calm/'],
  [{ rewriteSlug: false }, '/?mood=calm'],
  [{ rewriteSlug: false, queryVar: 'm' }, '/?m=calm'],
]
for (const [options, link] of links)
  t.test(`links of terms with ${JSON.stringify(options)}`, async t => {
    const { send } = await moods({ hierarchical: true, ...options })
    const { body: parent } = await send('POST /mood', { body: { name: 'Good' } })
    const body = { name: 'Calm', parent: (parent as { id: number }).id }
    t.match((await send('POST /mood', { body })).body, { link: `https://site.example${link}` })
  })
