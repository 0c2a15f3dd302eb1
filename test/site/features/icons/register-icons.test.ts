import { wpDialect } from '@platen/site'
import { RegistrationError } from '@platen/site/extend'
import t from 'tap'
import { makeSite, type TestSiteOptions } from '../../make-site.js'

interface Shown {
  readonly name: string
  readonly label: string
  readonly content: string
  readonly collection: string
}

const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1v1H0z" /></svg>'

const register: TestSiteOptions['register'] = site => {
  site.registerIconCollection('garden', { label: 'Garden', description: 'Plants.' })
  site.registerIcon('garden/red-rose', { svg: svg.replace('<path', '<script>x</script><path onload="x"') })
  site.registerIcon('garden/oak', { label: 'An oak', svg: async () => svg })
}

t.test('the icons of the site', async t => {
  const { send } = await makeSite()
  const { body, headers } = await send('GET /icons?per_page=100')
  t.equal(headers['X-CMS-Total'], '88')
  for (const { name, label, content, collection } of body as readonly Shown[]) {
    t.match({ name, collection }, { name: /^core\/[a-z-]+$/, collection: 'core' })
    t.match(
      content,
      /^<svg xmlns="[^"]+" fill="currentColor" viewBox="0 0 16 16">\s*<(?:path|circle)[\s\S]*<\/svg>$/,
      name,
    )
    t.notMatch(content, /class|width="16"/)
    t.match(label, /^[A-Z]/)
  }
  t.match((await send('GET /icons/core/rss')).body, { label: 'RSS' })
  t.match((await send('GET /icon-collections/core')).body, { slug: 'core', label: String, description: String })
})

t.test('icons that code registers', async t => {
  const { send } = await makeSite({ register })
  const at = (path: string) => [{ href: `https://site.example/cms-json/cms/v2/${path}` }]
  const linksOf = (list: string, name: string) => ({ self: at(`${list}/${name}`), collection: at(list) })
  const rose = { name: 'garden/red-rose', label: 'Red Rose', content: svg, collection: 'garden' }
  const oak = { name: 'garden/oak', label: 'An oak', content: svg, collection: 'garden' }
  t.same((await send('GET /icons/garden')).body, [
    { ...rose, _links: linksOf('icons', rose.name) },
    { ...oak, _links: linksOf('icons', oak.name) },
  ])
  t.match((await send('GET /icon-collections/garden')).body, { _links: linksOf('icon-collections', 'garden') })
  const wp = await makeSite({ register, dialect: wpDialect })
  t.same((await wp.send('GET /icons/garden')).body, [rose, oak])
  const namesOf = async (query: string) =>
    ((await send(`GET /icons?${query}`)).body as readonly Shown[]).map(({ name }) => name)
  t.same(await namesOf('search=ROSE'), ['garden/red-rose'])
  t.same(await namesOf('search=an%20oak'), ['garden/oak'])
  t.same(await namesOf('search=garden/'), ['garden/red-rose', 'garden/oak'])
  t.same(await namesOf('collection=garden&per_page=1&page=2'), ['garden/oak'])
  t.same(await namesOf('collection=garden&offset=1'), ['garden/oak'])
  t.same((await send('GET /icon-collections?search=gard&_fields=slug')).body, [{ slug: 'garden' }])
})

t.test('clients that know no pages get all icons', async t => {
  const { send } = await makeSite({ register, dialect: wpDialect })
  const { body, headers } = await send('GET /icons?per_page=1&page=7')
  t.equal((body as readonly Shown[]).length, 90)
  t.equal(headers['X-WP-Total'], undefined)
  t.equal(((await send('GET /icon-collections?search=none')).body as readonly unknown[]).length, 2)
})

t.test('who may see icons, and what there is not', async t => {
  const { send } = await makeSite({ register })
  for (const path of [
    '/icons',
    '/icons/garden',
    '/icons/garden/oak',
    '/icon-collections',
    '/icon-collections/garden',
  ]) {
    t.match(await send(`GET ${path}`, { as: 'anonymous' }), { status: 401, body: { code: 'rest_cannot_view' } }, path)
    t.match(await send(`GET ${path}`, { as: 'subscriber' }), { status: 403, body: { code: 'rest_cannot_view' } }, path)
    t.equal((await send(`GET ${path}`, { as: 'contributor' })).status, 200, path)
  }
  for (const [path, code] of [
    ['/icons/none', 'rest_icon_collection_not_found'],
    ['/icons?collection=none', 'rest_icon_collection_not_found'],
    ['/icon-collections/none', 'rest_icon_collection_not_found'],
    ['/icons/garden/none', 'rest_icon_not_found'],
    ['/icons/none/oak', 'rest_icon_not_found'],
  ])
    t.match(await send(`GET ${path}`), { status: 404, body: { code } }, path)
})

t.test('icons that cannot be read are omitted, and logged', async t => {
  const warnings: string[] = []
  let fails = true
  const { send } = await makeSite({
    services: { logger: { info() {}, warn: (_, message) => void warnings.push(message), error() {} } },
    register(site) {
      register(site)
      site.registerIcon('garden/gone', {
        svg() {
          if (fails) throw new Error('gone')
          return svg
        },
      })
      site.registerIcon('garden/empty', { svg: () => '<p>no drawing</p>' })
    },
  })
  const { body } = await send('GET /icons/garden')
  t.same(
    (body as readonly Shown[]).map(({ name }) => name),
    ['garden/red-rose', 'garden/oak'],
  )
  t.match(await send('GET /icons/garden/gone'), { status: 404, body: { code: 'rest_icon_not_found' } })
  t.same(warnings, ['an icon cannot be read', 'an icon has no SVG drawing', 'an icon cannot be read'])
  fails = false
  t.equal((await send('GET /icons/garden/gone')).status, 200, 'it is read again')
})

t.test('definitions that are refused', async t => {
  await makeSite({
    register(site) {
      site.registerIconCollection('garden', { label: 'Garden' })
      for (const attempt of [
        () => site.registerIconCollection('garden', { label: 'Again' }),
        () => site.registerIconCollection('-bad-', { label: 'Bad' }),
        () => site.registerIconCollection('more', { label: '' }),
        () => site.registerIcon('garden/x', { svg: 'no drawing' }),
        () => site.registerIcon('none/x', { svg }),
        () => site.registerIcon('x', { svg }),
        () => site.registerIcon('garden/x/y', { svg }),
        () => site.registerIcon('garden/x', { svg, lable: 'X' } as never),
      ])
        t.throws(attempt, RegistrationError)
    },
  })
})
