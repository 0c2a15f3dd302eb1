import { dialects, themeOf } from '@platen/site'
import t from 'tap'
import { makeSite } from '../../make-site.js'

/** Lookups, and the templates that may show the page, the best one first. */
const LOOKUPS: readonly (readonly [slug: string, expected: string, query?: string])[] = [
  ['index', 'index'],
  ['home', 'home index'],
  ['front-page', 'front-page home index'],
  ['404', '404 index'],
  ['search', 'search index'],
  ['embed', 'embed index'],
  ['privacy-policy', 'privacy-policy index'],
  ['page', 'page singular index'],
  ['page-about-us', 'page-about-us page singular index'],
  ['pages', 'pages singular index'],
  ['single', 'single singular index'],
  ['single-post', 'single-post single singular index'],
  ['single-post-hello', 'single-post-hello single-post single singular index'],
  ['single-unknown-hello', 'single-unknown-hello singular index'],
  ['single-unknown-hello', 'single-unknown-hello single-unknown single singular index', 'single-unknown'],
  ['singular', 'singular index'],
  ['attachment', 'attachment single singular index'],
  ['attachment-image', 'attachment-image index'],
  ['archive', 'archive index'],
  ['archive-book', 'archive-book archive index'],
  ['archives', 'archives index'],
  ['date', 'date archive index'],
  ['dates', 'dates index'],
  ['author-jo', 'author-jo author archive index'],
  ['category-a-b', 'category-a-b category archive index'],
  ['tag-x', 'tag-x tag archive index'],
  ['taxonomy', 'taxonomy archive index'],
  ['taxonomy-post_tag-x', 'taxonomy-post_tag-x taxonomy-post_tag taxonomy archive index'],
  ['taxonomy-unknown-x', 'taxonomy-unknown-x archive index'],
  ['taxonomy-unknown-x', 'taxonomy-unknown-x taxonomy-unknown taxonomy archive index', 'taxonomy-unknown'],
  ['foo-bar-baz', 'foo-bar-baz foo-bar foo index', 'foo-bar'],
  ['foo-bar-baz', 'foo-bar-baz index', 'other'],
  ['wide', 'page singular index', '&is_custom=true'],
]

t.test('the templates that may show a page', async t => {
  // A theme with all templates but those that have been seen to come first.
  const all = new Set(LOOKUPS.flatMap(([, expected]) => expected.split(' ')))
  const themeWith = (name: string, slugs: Iterable<string>) =>
    themeOf(name, {
      'style.css': `/*\nTheme Name: ${name}\n*/`,
      ...Object.fromEntries([...slugs].map(slug => [`templates/${slug}.html`, slug])),
    })
  const steps = Math.max(...LOOKUPS.map(([, expected]) => expected.split(' ').length))
  const themes = [themeWith('whole', all)]
  for (const [number, [, expected]] of LOOKUPS.entries())
    for (const [at] of expected.split(' ').entries()) {
      const gone = expected.split(' ').slice(0, at)
      themes.push(
        themeWith(
          `lookup-${number}-${at}`,
          [...all].filter(slug => !gone.includes(slug)),
        ),
      )
    }
  const { send, store } = await makeSite({ dialect: dialects.wp, themes })
  for (const [number, [slug, expected, prefix = '']] of LOOKUPS.entries()) {
    const found: string[] = []
    for (let at = 0; at < steps && found.at(-1) !== 'index'; at++) {
      await store.options.set('stylesheet', `lookup-${number}-${at}`)
      const more = prefix === '' || prefix.startsWith('&') ? prefix : `&template_prefix=${prefix}`
      const { body } = await send(`GET /templates/lookup?slug=${slug}${more}`)
      found.push((body as { slug: string }).slug)
    }
    t.equal(found.join(' '), expected, `${slug} ${prefix}`)
  }
})

t.test('a stored template replaces the file; an empty one is passed over', async t => {
  const garden = themeOf('garden', {
    'style.css': '/*\nTheme Name: Garden\n*/',
    'templates/index.html': 'Index',
    'templates/single.html': 'Single',
  })
  const { send, store, site } = await makeSite({ dialect: dialects.wp, themes: [garden] })
  await store.options.set('stylesheet', 'garden')
  const contentOf = async (slug: string) =>
    ((await send(`GET /templates/lookup?slug=${slug}`)).body as { content: { raw: string } }).content.raw
  await send('PUT /templates/garden//single', { body: { content: 'Mine' } })
  t.equal(await contentOf('single-post'), 'Mine')
  await send('PUT /templates/garden//single', { body: { content: '' } })
  t.equal(await contentOf('single-post'), 'Index')
  await send('POST /templates', { body: { slug: 'Single-Post', content: 'Posts' } })
  t.equal(await contentOf('Single-Post'), 'Posts', 'slugs are looked up as they are stored')
  const found = await site.content.templates.lookup({ slug: 'single-post-x' }, { as: site.system })
  t.equal(found?.content, 'Posts')
  t.equal(await site.content.templates.lookup({ slug: 'page' }, { as: site.principalOf(undefined) }), undefined)
  t.equal((await send('GET /templates/lookup?slug=page', { as: 'subscriber' })).status, 403)
  const part = (await send('GET /template-parts/lookup?slug=page')).body as object
  t.match(part, { id: 'garden//index', type: 'wp_template' })
  t.notOk('is_custom' in part)
})
