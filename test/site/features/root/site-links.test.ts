import { wpDialect } from '@platen/site'
import t from 'tap'
import { makeSite } from '../../make-site.js'

interface Root {
  readonly _links: Readonly<Record<string, readonly { readonly href: string; readonly type?: string }[]>>
}

t.test('the root links to the logo and the icon', async t => {
  const { send, store } = await makeSite({ dialect: wpDialect })
  const linked = async () => ((await send('GET //?_fields=_links')).body as unknown as Root)._links['wp:featuredmedia']
  t.equal(await linked(), undefined)
  await store.options.set('site_logo', 7)
  const link = (id: number, type: string) => ({
    href: `https://site.example/wp-json/wp/v2/media/${id}`,
    embeddable: true,
    type,
  })
  t.same(await linked(), [link(7, 'site_logo')])
  await store.options.set('site_icon', 8)
  t.same(await linked(), [link(7, 'site_logo'), link(8, 'site_icon')])
})

t.test('who writes learns the theme', async t => {
  const { send } = await makeSite({ dialect: wpDialect })
  for (const [as, shows] of [
    ['administrator', true],
    ['contributor', true],
    ['subscriber', false],
    ['anonymous', false],
  ] as const) {
    const { _links: links } = (await send('GET //?_fields=_links', { as })).body as unknown as Root
    t.equal('wp:active-theme' in links, shows, as)
  }
})
