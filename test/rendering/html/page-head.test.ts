import { readPageHead } from '@platen/rendering'
import t from 'tap'

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
