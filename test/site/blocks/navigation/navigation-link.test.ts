import { postsIn } from '@platen/site'
import t from 'tap'
import { recordOf } from '../../features/posts/counting-site.js'
import { makeSite } from '../../make-site.js'

const link = (attributes: object, name = 'navigation-link') => `<!-- wp:${name} ${JSON.stringify(attributes)} /-->`
const ITEM = '<li class="wp-block-navigation-item wp-block-navigation-link">'
const label = (text: string) => `<span class="wp-block-navigation-item__label">${text}</span></a>`
const anchor = (attributes: string, text: string) =>
  `<a class="wp-block-navigation-item__content"${attributes}>${label(text)}`

/** The content of a navigation, and its HTML. */
const RENDERED: readonly (readonly [name: string, content: string, html: string])[] = [
  ['a link', link({ label: 'Home', url: '/home' }), `${ITEM}${anchor('  href="/home"', 'Home')}</li>`],
  [
    'a link in a new tab',
    link({ label: 'A & B', url: '/shop?a=1&b=2', opensInNewTab: true, rel: 'nofollow', title: '"Buy"' }),
    `${ITEM}${anchor('  href="/shop?a=1&#038;b=2" target="_blank"   rel="nofollow" title="&quot;Buy&quot;"', 'A &amp; B')}</li>`,
  ],
  ['a link without a label', link({ label: '', url: '/home' }), ''],
  ['a link without anything', '<!-- wp:navigation-link /-->', ''],
  ['a link without a URL', link({ label: 'Text' }), `${ITEM}${anchor(' ', 'Text')}</li>`],
  ['inline HTML', link({ label: '<em>New</em>', url: '/' }), `${ITEM}${anchor('  href="/"', '<em>New</em>')}</li>`],
  [
    'scripts',
    link({ label: '<script>x</script><b onclick="x">B</b>', url: 'javascript:alert(1)', title: '"><script>' }),
    `${ITEM}${anchor('  href="" title="&quot;&gt;&lt;script&gt;"', 'x<b>B</b>')}</li>`,
  ],
  [
    'a scheme with characters that browsers skip',
    link({ label: 'L', url: ' java\tscript:alert(1)' }),
    `${ITEM}${anchor('  href=""', 'L')}</li>`,
  ],
  ...[
    ['example.com', 'http://example.com'],
    [' example.com', 'http://example.com'],
    ['x y', 'http://x%20y'],
    ['foo/bar.php', 'http://foo/bar.php'],
    ['foo.php?x=1', 'foo.php?x=1'],
    ['a.html', 'http://a.html'],
    ['x&y', 'http://x&#038;y'],
    ['é.com', 'http://é.com'],
    ['[a]', 'http://[a]'],
    ['a@b.c', 'http://a@b.c'],
    ['//x.y', '//x.y'],
    ['#a', '#a'],
    ['?a', '?a'],
    ['mailto:a@b.c', 'mailto:a@b.c'],
    ['a:b', ''],
  ].map(
    ([url, href]) =>
      [`the URL ${url}`, link({ label: 'L', url }), `${ITEM}${anchor(`  href="${href}"`, 'L')}</li>`] as const,
  ),
  [
    'a menu with a host name',
    link({ label: 'More', url: 'example.com' }, 'navigation-submenu'),
    `<li class="wp-block-navigation-item wp-block-navigation-submenu">${anchor(' href="http://example.com"', 'More')}</li>`,
  ],
  ['attributes of the wrong type', link({ label: ['x'], url: {} }), ''],
  [
    'a class of its own',
    link({ label: 'L', url: '/', className: 'own "x"' }),
    `<li class="wp-block-navigation-item own &quot;x&quot; wp-block-navigation-link">${anchor('  href="/"', 'L')}</li>`,
  ],
  [
    'a menu below a link',
    `<!-- wp:navigation-submenu {"label":"More","url":"/more"} -->${link({ label: 'Deep', url: '/deep' })}<!-- /wp:navigation-submenu -->`,
    `<li class="wp-block-navigation-item has-child wp-block-navigation-submenu">${anchor(' href="/more"', 'More')}<ul class="wp-block-navigation__submenu-container wp-block-navigation-submenu">${ITEM}${anchor('  href="/deep"', 'Deep')}</li></ul></li>`,
  ],
  [
    'an empty menu below a link',
    link({ label: 'More', url: '/more' }, 'navigation-submenu'),
    `<li class="wp-block-navigation-item wp-block-navigation-submenu">${anchor(' href="/more"', 'More')}</li>`,
  ],
  ['a menu without a label', link({}, 'navigation-submenu'), ''],
  [
    'a link to the site',
    link({ label: 'Start & <script>' }, 'home-link'),
    '<li class="wp-block-navigation-item wp-block-home-link"><a class="wp-block-home-link__content wp-block-navigation-item__content" href="https://site.example" rel="home" >Start &amp; </a></li>',
  ],
]

t.test('the links of navigations', async t => {
  const { send, store } = await makeSite()
  for (const [name, content, html] of RENDERED) {
    const { id } = await postsIn(store).insert(recordOf('menu', { type: 'cms_navigation', content }))
    const { body } = await send(`GET /navigation/${id}`, { as: 'anonymous' })
    t.equal((body as { content: { rendered: string } }).content.rendered.trim(), html, name)
  }
})
