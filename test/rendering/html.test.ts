import { readPageHead } from '@platen/rendering'
import t from 'tap'
import { grows, growsWith } from '../growth.js'
import { loadModule } from './load-module.js'

const { addClasses, attributeOf, findTag, firstTag, readTag, setAttribute, withClasses } =
  await loadModule<typeof import('../../packages/rendering/src/html/html-tag.js')>('html/html-tag.js')

const P = new Set(['p'])

t.test('tags are found by name; quotes may contain >', async t => {
  const html = '<pre><P title="a > b" hidden>x</P>'
  const tag = findTag(html, P)
  t.equal(tag && html.slice(tag.start, tag.end), '<P title="a > b" hidden>')
  t.equal(firstTag(html)?.name, 'pre')
  t.equal(findTag('<p unfinished="', P), undefined)
  t.equal(readTag('<p "x">', 0), undefined)
  t.equal(firstTag('none'), undefined)
})

t.test('attributes are read with any quotes', async t => {
  const html = `<p a="1&amp;2" b='3' c=4 d e = "5">`
  const tag = findTag(html, P)
  if (tag === undefined) throw new Error('not found')
  const values = ['a', 'b', 'c', 'd', 'e', 'f'].map(name => attributeOf(html, tag, name))
  t.same(values, ['1&2', '3', '4', '', '5', undefined])
})

t.test('attributes are replaced, or added first', async t => {
  const set = (html: string): string => {
    const tag = findTag(html, P)
    return tag === undefined ? '' : setAttribute(html, tag, 'a', '"1"')
  }
  t.equal(set('<p>'), '<p a="&quot;1&quot;">')
  t.equal(set("<p b='2' a='x' c>"), '<p b=\'2\' a="&quot;1&quot;" c>')
  t.equal(set('<p/>'), '<p a="&quot;1&quot;"/>')
})

t.test('classes are added once', async t => {
  const add = (html: string): string => {
    const tag = findTag(html, P)
    return tag === undefined ? '' : addClasses(html, tag, ['x', 'y'])
  }
  t.equal(add('<p>'), '<p class="x y">')
  t.equal(add('<p class="a x">'), '<p class="a x y">')
  t.equal(add('<p class="y x">'), '<p class="y x">')
  t.equal(add('<p id="i">'), '<p class="x y" id="i">')
})

t.test('withClasses returns only the tag', async t => {
  for (const [html, expected] of [
    ['a<p>b', '<p class="x">'],
    ['a<p id="c" class="d">b', '<p id="c" class="d x">'],
  ] as const) {
    const tag = findTag(html, P)
    t.equal(tag && withClasses(html, tag, ['x']), expected)
  }
})

const { balanceTags } =
  await loadModule<typeof import('../../packages/rendering/src/html/balance-tags.js')>('html/balance-tags.js')

const MARKUP: readonly (readonly [string, string])[] = [
  ['<b>a<i>b</b>c</i>', '<b>a<i>b</i></b>c'],
  ['<div>a', '<div>a</div>'],
  ['<ul><li>a<li>b</ul>', '<ul><li>a</li><li>b</li></ul>'],
  ['<p>a<p>b', '<p>a</p><p>b</p>'],
  ['<br>a', '<br />a'],
  ['<img src="x">a', '<img src="x"/>a'],
  ['<b/>a', '<b></b>a'],
  ['<b><b>a</b>', '<b></b><b>a</b>'],
  ['<a href="x">a', '<a href="x">a</a>'],
  ['<B>a', '<b>a</b>'],
  ['<hr>a', '<hr />a'],
  ['<span>a</div>', '<span>a</span>'],
  ['a < b', 'a < b'],
  ['<my-el>a', '<my-el>a</my-el>'],
  ['<q>a<q>b', '<q>a<q>b</q></q>'],
  ['</div>', ''],
  ['<3', '&lt;3'],
  ['<svg><path/></svg>', '<svg><path></path></svg>'],
  ['<i><b></i>', '<i><b></b></i>'],
  ['<a>a<!-- > </a> -->b', '<a>a<!-- > </a> -->b</a>'],
  ['<!-- > <b> -->a</b>', '<!-- > <b> -->a'],
  ['<b>a<!-- <i>', '<b>a<!-- <i></b>'],
]

t.test('markup nests and void elements are closed', async t => {
  for (const [html, expected] of MARKUP) t.equal(balanceTags(html), expected, html)
})

t.test('time is linear in the length of the text', async t => {
  for (const part of ['<b>', '</b>', '<b', '<b></i>', '<div>', '<li>', '<!--', '<!-- -->'])
    t.equal(await growsWith(part, balanceTags, 100_000 * part.length), undefined, part)
})

const { prepareMedia } =
  await loadModule<typeof import('../../packages/rendering/src/html/images.js')>('html/images.js')

const TAGS: readonly (readonly [string, string])[] = [
  ['<img src="a">', '<img decoding="async" src="a">'],
  ["<img src='a'>", "<img src='a'>"],
  ['<img alt="a">', '<img alt="a">'],
  ['<img src="a" width="300" height="200">', '<img loading="lazy" decoding="async" src="a" width="300" height="200">'],
  ['<img src="a" width="300">', '<img decoding="async" src="a" width="300">'],
  [
    '<img src="a" loading="eager" width="10" height="20">',
    '<img decoding="async" src="a" loading="eager" width="10" height="20">',
  ],
  [
    '<img src="a" loading="eager" width="1000" height="1000">',
    '<img fetchpriority="high" decoding="async" src="a" loading="eager" width="1000" height="1000">',
  ],
  ['<img src="a" loading="lazy">', '<img decoding="async" src="a" loading="lazy">'],
  ['<img src="a" decoding="sync">', '<img src="a" decoding="sync">'],
  [
    '<img src="a" fetchpriority="low" width="300" height="200">',
    '<img decoding="async" src="a" fetchpriority="low" width="300" height="200">',
  ],
  ['<img>', '<img>'],
  ['<IMG SRC="a">', '<IMG SRC="a">'],
  ['<img src="a"/>', '<img decoding="async" src="a"/>'],
  ['<iframe src="a"></iframe>', '<iframe src="a"></iframe>'],
  [
    '<iframe src="a" width="300" height="200"></iframe>',
    '<iframe loading="lazy" src="a" width="300" height="200"></iframe>',
  ],
  [
    '<iframe src="a" width="300" height="200" loading="eager"></iframe>',
    '<iframe src="a" width="300" height="200" loading="eager"></iframe>',
  ],
  ['<img src="a" width="50%" height="50%">', '<img decoding="async" src="a" width="50%" height="50%">'],
  [
    '<img src="a" srcset="b 1x" sizes="100vw" width="300" height="200">',
    '<img loading="lazy" decoding="async" src="a" srcset="b 1x" sizes="auto, 100vw" width="300" height="200">',
  ],
  [
    '<img src="a" srcset="b 1x" sizes="auto, 100vw" width="300" height="200">',
    '<img loading="lazy" decoding="async" src="a" srcset="b 1x" sizes="auto, 100vw" width="300" height="200">',
  ],
  ['<img src="a" sizes="1px" loading="lazy">', '<img decoding="async" src="a" sizes="1px" loading="lazy">'],
  ['<img\nsrc="a">', '<img\nsrc="a">'],
]

t.test('images and frames get loading hints', async t => {
  for (const [tag, expected] of TAGS) t.equal(prepareMedia(tag), expected, tag)
})

t.test('one large, eager image gets priority', async t => {
  const tag = '<img src="a" loading="eager" width="300" height="200">'
  t.equal(prepareMedia(tag + tag).match(/fetchpriority/g)?.length, 1)
})

t.test('images of the library get sizes and srcset', async t => {
  const lookup = () => ({
    width: 10,
    height: 20,
    srcset: 'a.jpg 10w, b.jpg 5w',
    sizes: '(max-width: 10px) 100vw, 10px',
  })
  t.equal(
    prepareMedia('<img src="a.jpg" class="x wp-image-3"/>', lookup),
    '<img loading="lazy" decoding="async" width="10" height="20" src="a.jpg" class="x wp-image-3" srcset="a.jpg 10w, b.jpg 5w" sizes="auto, (max-width: 10px) 100vw, 10px" />',
  )
  t.equal(prepareMedia('<img src="a.jpg">', lookup), '<img decoding="async" src="a.jpg">')
  t.equal(
    prepareMedia('<img src="a.jpg" class="wp-image-3">', () => undefined),
    '<img decoding="async" src="a.jpg" class="wp-image-3">',
  )
})

const { autolink, markUserLinks } =
  await loadModule<typeof import('../../packages/rendering/src/html/links.js')>('html/links.js')

const LINKS: readonly (readonly [string, string])[] = [
  ['<a href="http://a.b">x</a>', '<a href="http://a.b" rel="nofollow ugc">x</a>'],
  [
    '<a href="/x" title="t" rel="author" target="_blank">a</a>',
    '<a href="/x" title="t" target="_blank" rel="author nofollow ugc">a</a>',
  ],
  ['<a href="http://a.b" rel="nofollow">x</a>', '<a href="http://a.b" rel="nofollow ugc">x</a>'],
  ['<a rel="ugc" href="http://a.b">x</a>', '<a href="http://a.b" rel="ugc nofollow">x</a>'],
  ["<a href='http://a.b'>x</a>", '<a href=\'http://a.b\' rel="nofollow ugc">x</a>'],
  ['<a href=http://a.b>x</a>', '<a href=http://a.b rel="nofollow ugc">x</a>'],
  ['<a name="x">y</a>', '<a name="x" rel="nofollow ugc">y</a>'],
  ['<a href="mailto:x@y.z">x</a>', '<a href="mailto:x@y.z" rel="nofollow ugc">x</a>'],
  ['<a href="https://site.example">x</a>', '<a href="https://site.example" rel="ugc">x</a>'],
  ['<a>x</a>', '<a>x</a>'],
]

t.test('links in user-generated content are marked', async t => {
  for (const [html, expected] of LINKS) t.equal(markUserLinks(html, 'https://site.example'), expected, html)
})

t.test('URLs and email addresses are linked', async t => {
  t.equal(autolink('no address'), 'no address')
  t.equal(
    autolink('see http://a.example, "b"'),
    'see <a href="http://a.example" rel="nofollow ugc">http://a.example</a>, "b"',
  )
  t.equal(autolink('me@a.example'), '<a href="mailto:me@a.example">me@a.example</a>')
})

t.test('time is linear in the length of the text', async t => {
  for (const part of ['http://', 'http://a ', 'www.', 'a@', 'a@b.', '<a ', '<a href="x">', '<a rel']) {
    const complaint = await grows(length => {
      const text = part.repeat(Math.ceil(length / part.length))
      return () => markUserLinks(autolink(text))
    }, 25_000)
    t.equal(complaint, undefined, part)
  }
})

const TITLES: Readonly<Record<string, string | undefined>> = {
  '<title>A &amp; b</title>': 'A & b',
  '<TITLE lang=en>A</TITLE>': 'A',
  '<html><head><title>A</title><title>B</title>': 'A',
  '<title></title>': '',
  '<title>no end': 'no end',
  '<title>a <b>c</title>': 'a <b>c',
  '<!-- <title>no</title> --><title>yes</title>': 'yes',
  '<script>"<title>no</title>"</script><title>yes</title>': 'yes',
  '<noscript><title>no</title></noscript><title>yes</title>': 'yes',
  '<meta content="<title>no</title>"><title>yes</title>': 'yes',
  '<meta content=\'>\' x=">"><title>yes</title>': 'yes',
  '<body><title>no</title>': undefined,
  '</head><title>no</title>': undefined,
  '< title>no</title>': undefined,
  '<p>text</p>': undefined,
  '': undefined,
  '<': undefined,
  '<meta content="no end': undefined,
  '<!-- no end <title>no</title>': undefined,
  '\u0130<title>\u0130 yes</title>': 'i\u0307 yes',
}

for (const [html, title] of Object.entries(TITLES))
  t.test(JSON.stringify(html), async t => t.equal(readPageHead(html).title, title))

t.test('metas, links and the base, decoded', async t => {
  const { base, metas, links } = readPageHead(
    '<base href="/b/"><base href="/c/"><meta NAME=description content="a &quot;b&quot;" name=other><link rel=icon href=" i.png ">',
  )
  t.equal(base, '/b/')
  t.strictSame(
    metas.map(meta => [...meta]),
    [
      [
        ['name', 'description'],
        ['content', 'a "b"'],
      ],
    ],
  )
  t.equal(links[0]?.get('href'), 'i.png')
})

t.test('a page with many elements', async t => {
  t.ok(readPageHead('<meta name=a>'.repeat(100_000)).metas.length <= 1_000)
})
