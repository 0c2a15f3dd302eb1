import { wpDialect } from '@platen/site'
import t from 'tap'
import { makeSite } from '../../make-site.js'

interface ViewConfig {
  readonly default_view: { readonly type: string; readonly fields: readonly string[] }
  readonly view_list: readonly { readonly title: string; readonly slug: string; readonly view?: object }[]
  readonly form: { readonly fields?: readonly unknown[] }
}

const slugs = ({ view_list }: ViewConfig) => view_list.map(({ slug }) => slug)

t.test('post types with views of their own', async t => {
  const { send, site } = await makeSite({
    register: site => void site.registerBlockPatternCategory('zoo', { label: 'Zoo' }),
  })
  await site.ready()
  await send('POST /cms_pattern_category', { body: { name: 'Apples' } })
  const config = async (name: string) => (await send(`GET /view-config?kind=postType&name=${name}`)).body as ViewConfig
  t.strictSame(slugs(await config('post')), ['all'])
  t.strictSame(slugs(await config('page')), ['all', 'published', 'future', 'drafts', 'pending', 'private', 'trash'])
  const patterns = await config('cms_block')
  t.strictSame(slugs(patterns).slice(0, 2), ['all-patterns', 'my-patterns'])
  t.strictSame(
    slugs(patterns).filter(slug => ['apples', 'zoo', 'uncategorized'].includes(slug)),
    ['apples', 'zoo', 'uncategorized'],
  )
  t.equal((await config('cms_template')).default_view.type, 'grid')
  t.match((await config('cms_template')).view_list[1], { title: 'Platen', view: { filters: [{ value: 'Platen' }] } })
  t.ok(slugs(await config('cms_template_part')).includes('header'))
})

t.test('the prefix of built-in types is that of the dialect', async t => {
  const { send } = await makeSite({ dialect: wpDialect })
  const { body } = await send('GET /view-config?kind=postType&name=wp_block&_fields=default_view.type')
  t.strictSame(body, { default_view: { type: 'grid' } })
})

t.test('who may see the views of what', async t => {
  const { send } = await makeSite()
  const table: readonly [query: string, role: string, status: number][] = [
    ['kind=postType&name=page', 'author', 403],
    ['kind=postType&name=page', 'editor', 200],
    ['kind=postType&name=cms_navigation', 'editor', 403],
    ['kind=taxonomy&name=category', 'author', 403],
    ['kind=taxonomy&name=category', 'editor', 200],
    ['kind=taxonomy&name=nothing', 'anonymous', 404],
    ['kind=root&name=site', 'editor', 403],
    ['kind=postType', 'administrator', 400],
  ]
  for (const [query, as, status] of table)
    t.equal((await send(`GET /view-config?${query}`, { as })).status, status, `${query} as ${as}`)
})
