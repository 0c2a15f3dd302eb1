import { postsIn, wherePosts } from '@platen/site'
import { defineBindingSource } from '@platen/site/extend'
import t from 'tap'
import { countingSite, recordOf } from '../../features/posts/counting-site.js'
import { makeSite, type TestSite, type TestSiteOptions } from '../../make-site.js'

const register: TestSiteOptions['register'] = site => {
  site.registerMeta({ object: 'post', subtype: 'post', key: 'subtitle', type: 'string', single: true, default: 'None' })
  site.registerMeta({ object: 'post', subtype: 'post', key: 'hidden', type: 'string', single: true, showInRest: false })
  site.registerBindingSource(
    defineBindingSource({
      name: 'garden/page-title',
      async load(uses, { site }) {
        const slugs = [...new Set(uses.map(({ args }) => String(args['slug'])))].slice(0, 100)
        const { records } = await postsIn(site.store).find({
          where: wherePosts.and(wherePosts.eq('type', 'page'), wherePosts.in('slug', slugs)),
        })
        return new Map(records.map(({ slug, title }) => [slug, title]))
      },
      value: ({ args }, titles) => titles.get(String(args['slug'])),
    }),
  )
}

const bound = (source: string, args: object, saved = 'saved') => {
  const metadata = { bindings: { content: { source, args } } }
  return `<!-- wp:list-item ${JSON.stringify({ metadata })} --><li>${saved}</li><!-- /wp:list-item -->`
}
const subtitle = bound('core/post-meta', { key: 'subtitle' })

async function posted({ send }: TestSite, content: string, more: object = {}): Promise<number> {
  const { body } = await send('POST /posts', { body: { title: 'Post', status: 'publish', content, ...more } })
  return (body as { id: number }).id
}

async function shown({ send }: TestSite, id: number, as = 'anonymous', query = ''): Promise<string> {
  const { body } = await send(`GET /posts/${id}${query}`, { as })
  return (body as { content: { rendered: string } }).content.rendered.trim()
}

const made = await makeSite({ register })

t.test('blocks show the meta of their post', async t => {
  const own = await posted(made, subtitle, { meta: { subtitle: 'My <b>own</b><script>x</script>' } })
  t.equal(await shown(made, own), '<li>My <b>own</b>x</li>')
  t.equal(await shown(made, await posted(made, subtitle)), '<li>None</li>')
  for (const key of ['hidden', '_edit_lock', 'unknown', undefined])
    t.equal(await shown(made, await posted(made, bound('core/post-meta', { key }))), '<li>saved</li>', String(key))
})

t.test('the meta of a protected post needs its password', async t => {
  const id = await posted(made, subtitle, { password: 'open', meta: { subtitle: 'Secret' } })
  t.equal(await shown(made, id, 'anonymous', '?password=open'), '<li>Secret</li>')
  t.equal(await shown(made, id, 'administrator', '?context=edit'), '<li>saved</li>')
})

t.test('blocks show the date and the URL of their post', async t => {
  const content = ['date', 'modified', 'link', 'title'].map(field => bound('core/post-data', { field })).join('')
  const id = await posted(made, content, { date: '2024-05-01T10:00:00' })
  const [date, modified, link, title] = (await shown(made, id)).split('</li>').map(each => each.replace('<li>', ''))
  t.equal(date, '2024-05-01T10:00:00+00:00')
  t.equal(modified, '', 'it has not changed since')
  await made.send(`PUT /posts/${id}`, { body: { title: 'Changed' } })
  t.match((await shown(made, id)).split('</li>')[1], /^<li>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/)
  t.match(link, /^https:\/\/site\.example\/2024\/05\/01\/post/)
  t.equal(title, 'saved')
})

t.test('a site has custom sources', async t => {
  await made.send('POST /pages', { body: { title: 'Tools', slug: 'tools', status: 'publish' } })
  const content = bound('garden/page-title', { slug: 'tools' }) + bound('garden/page-title', { slug: 'none' })
  t.equal(await shown(made, await posted(made, content)), '<li>Tools</li><li>saved</li>')
})

t.test('synced patterns show the meta of the surrounding post, and its overrides', async t => {
  const name = { name: 'Text', bindings: { __default: { source: 'core/pattern-overrides' } } }
  const content = `${subtitle}<!-- wp:list-item ${JSON.stringify({ metadata: name })} --><li>old</li><!-- /wp:list-item -->`
  const { body } = await made.send('POST /blocks', { body: { title: 'Pattern', status: 'publish', content } })
  const ref = (body as { id: number }).id
  const use = (given: object) => `<!-- wp:block ${JSON.stringify({ ref, content: given })} /-->`
  const id = await posted(
    made,
    use({ Text: { content: 'one' } }) + use({ Text: { content: '<i>two</i>' } }) + use({}),
    {
      meta: { subtitle: 'Mine' },
    },
  )
  const mine = '<li>Mine</li>'
  t.equal(await shown(made, id), `${mine}<li>one</li>${mine}<li><i>two</i></li>${mine}<li>old</li>`)
})

t.test('a list costs as many statements however many posts have bound blocks', async t => {
  const counting = await countingSite(t)
  const content = subtitle + bound('core/post-data', { field: 'link' })
  for (let number = 0; number < 20; number++)
    await postsIn(counting.store).insert(recordOf(`post-${number}`, { content }))
  const one = await counting.statements('GET /posts?per_page=1', 'anonymous')
  t.equal(await counting.statements('GET /posts?per_page=20', 'anonymous'), one)
})
