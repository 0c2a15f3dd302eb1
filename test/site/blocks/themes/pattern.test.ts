import { postsIn, themeOf } from '@platen/site'
import t from 'tap'
import { recordOf } from '../../features/posts/counting-site.js'
import { makeSite, type TestSite } from '../../make-site.js'

const use = (slug: unknown) => `<!-- wp:pattern ${JSON.stringify({ slug })} /-->`
const paragraph = (text: string) => `<!-- wp:paragraph --><p>${text}</p><!-- /wp:paragraph -->`
const html = (text: string) => `<p class="wp-block-paragraph">${text}</p>`

const pattern = (slug: string, content: string) => `<?php\n/**\n * Title: T\n * Slug: ${slug}\n */\n?>\n${content}`

const theme = themeOf('garden', {
  'style.css': '/* Theme Name: Garden */',
  'templates/index.html': '',
  'patterns/hero.php': pattern('garden/hero', paragraph('Hero')),
  'patterns/outer.php': pattern('garden/outer', use('garden/hero') + use('shop/own')),
  'patterns/loop.php': pattern('garden/loop', paragraph('Once') + use('garden/loop')),
  'patterns/title.php': pattern('garden/title', '<!-- wp:post-title /-->'),
  'patterns/both.php': pattern('shop/both', paragraph('of the theme')),
})

const site = () =>
  makeSite({
    themes: [theme],
    register(site) {
      site.registerBlockPattern('shop/own', { title: 'Own', content: paragraph('Own') })
      site.registerBlockPattern('shop/both', { title: 'Both', content: paragraph('of the code') })
    },
  })

async function rendered({ send, store }: TestSite, content: string): Promise<string> {
  const { id } = await postsIn(store).insert(recordOf('post', { content, title: 'The title' }))
  const { body } = await send(`GET /posts/${id}`, { as: 'anonymous' })
  return (body as { content: { rendered: string } }).content.rendered.trim()
}

t.test('posts show the patterns that they name', async t => {
  const made = await site()
  await made.store.options.set('stylesheet', 'garden')
  for (const [content, expected] of [
    [use('garden/hero'), html('Hero')],
    [use('shop/own'), html('Own')],
    [use('shop/both'), html('of the code')],
    [use('garden/outer'), html('Hero') + html('Own')],
    [use('garden/loop'), html('Once')],
    [use('garden/hero') + use('garden/hero'), html('Hero') + html('Hero')],
    [use('nothing'), ''],
    [use('__proto__'), ''],
    [use(7), ''],
    ['<!-- wp:pattern /-->', ''],
  ] as const)
    t.equal(await rendered(made, content), expected, content)
  t.match(await rendered(made, use('garden/title')), />The title</, 'blocks in it show the post around')
})

t.test('only the active theme has patterns', async t => {
  const made = await site()
  t.equal(await rendered(made, use('garden/hero')), '')
  t.equal(await rendered(made, use('shop/own')), html('Own'))
})

t.test('the list has the patterns of the active theme, then registered ones', async t => {
  const made = await site()
  const names = async () =>
    ((await made.send('GET /block-patterns/patterns')).body as { name: string }[]).map(({ name }) => name)
  t.same(await names(), ['shop/own', 'shop/both'])
  await made.site.content.themes.activate('garden', { as: made.site.system })
  const own = ['garden/hero', 'garden/loop', 'garden/outer', 'garden/title']
  t.same(await names(), [...own, 'shop/own', 'shop/both'])
})
