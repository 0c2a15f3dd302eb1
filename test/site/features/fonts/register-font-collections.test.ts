import type { WebClient } from '@platen/site'
import t from 'tap'
import { makeSite } from '../../make-site.js'

const given = {
  name: 'Own fonts',
  description: 'Fonts of the house.',
  families: [
    {
      settings: {
        name: 'Abel',
        slug: 'abel',
        fontFamily: 'Abel, serif',
        fontFace: [{ fontFamily: 'Abel', src: ['https://site.example/a.woff2'] }],
      },
      categories: ['serif'],
    },
  ],
  categories: [{ name: 'Serif', slug: 'serif' }],
}

const json = {
  font_families: [
    {
      font_family_settings: {
        name: 'Sent',
        slug: 'sent',
        fontFamily: 'Sent',
        evil: '<script>',
        fontFace: [
          { fontFamily: 'Sent', fontWeight: 400, src: 'https://fonts.example/s.woff2', other: 1 },
          { fontFamily: 'Sent', src: ['javascript:alert(1)', 'https://fonts.example/t.woff2'] },
          { fontFamily: 'Sent', src: 'file:///etc/passwd' },
          'none',
        ],
      },
      categories: ['sans', 5],
    },
    { font_family_settings: { name: 'No slug' } },
    null,
  ],
  categories: [{ slug: 'sans', name: 'Sans' }, 'none'],
}

/** A web client that responds to all requests with a text, and counts them. */
function webWith(text: string, status = 200): WebClient & { count: number } {
  const web = {
    count: 0,
    permits: () => true,
    get: async (url: string) => {
      web.count += 1
      const bytes = new TextEncoder().encode(text)
      return { outcome: 'response' as const, status, url, contentType: 'application/json', bytes, truncated: false }
    },
  }
  return web
}

t.test('collections that code gives', async t => {
  const { send } = await makeSite({
    register(site) {
      site.registerFontCollection('own', given)
      site.registerFontCollection('more', { ...given, name: 'More' })
    },
  })
  const { body, headers } = await send('GET /font-collections?per_page=1')
  t.equal(headers['X-CMS-Total'] ?? headers['x-cms-total'], '2')
  t.match(body, [
    {
      slug: 'own',
      name: 'Own fonts',
      description: 'Fonts of the house.',
      font_families: [{ font_family_settings: given.families[0]?.settings, categories: ['serif'] }],
      categories: given.categories,
    },
  ])
  t.match((await send('GET /font-collections/more')).body, { slug: 'more', name: 'More' })
  t.match(await send('GET /font-collections/none'), { status: 404, body: { code: 'rest_font_collection_not_found' } })
  const beyond = await send('GET /font-collections?page=2&per_page=2')
  t.match(beyond, { status: 400, body: { code: 'rest_post_invalid_page_number' } })
})

t.test('collections that are read from the web', async t => {
  const web = webWith(JSON.stringify(json))
  const { send } = await makeSite({
    services: { web },
    register: site => void site.registerFontCollection('web', { name: 'Web', source: 'https://fonts.example/c.json' }),
  })
  await send('GET /font-collections?_fields=slug,name')
  t.equal(web.count, 0, 'nothing is read that is not shown')
  const { body } = await send('GET /font-collections/web?_fields=font_families,categories')
  t.strictSame(body, {
    font_families: [
      {
        font_family_settings: {
          name: 'Sent',
          slug: 'sent',
          fontFamily: 'Sent',
          fontFace: [
            { fontFamily: 'Sent', fontWeight: '400', src: 'https://fonts.example/s.woff2' },
            { fontFamily: 'Sent', src: ['https://fonts.example/t.woff2'] },
          ],
        },
        categories: ['sans'],
      },
    ],
    categories: [{ name: 'Sans', slug: 'sans' }],
  })
  await send('GET /font-collections')
  t.equal(web.count, 1, 'the content is cached')
})

t.test('collections that cannot be read', async t => {
  for (const [text, status] of [
    ['{', 200],
    ['[]', 200],
    ['{"font_families":5}', 200],
    [JSON.stringify(json), 404],
  ] as const) {
    const web = webWith(text, status)
    const { send } = await makeSite({
      services: { web, logger: { info() {}, warn() {}, error() {} } },
      register(site) {
        site.registerFontCollection('web', { name: 'Web', source: 'https://fonts.example/c.json' })
        site.registerFontCollection('own', given)
      },
    })
    const { body } = await send('GET /font-collections?_fields=slug,categories')
    t.strictSame(body, [{ slug: 'own', categories: given.categories }], 'the others are listed')
    t.match(await send('GET /font-collections/web'), { status: 502, body: { code: 'font_collection_json_missing' } })
    t.equal(web.count, 1, 'the failure is cached')
  }
})

t.test('definitions that are refused', async t => {
  await makeSite({
    register(site) {
      for (const options of [
        { name: 'x' },
        { ...given, name: '' },
        { ...given, source: 'https://a.example/' },
        { name: 'x', source: 'file:///etc/passwd' },
        { ...given, familis: [] },
      ])
        t.throws(() => site.registerFontCollection('own', options as never), JSON.stringify(options))
      t.throws(() => site.registerFontCollection('Not A Slug', given))
    },
  })
})
