import t from 'tap'
import { loadModule } from '../load-module.js'

const { dropUnsafeUrls, isSafeUrl, safeUrl, urlFromHtml } =
  await loadModule<typeof import('../../../packages/rendering/src/sanitize/safe-urls.js')>('sanitize/safe-urls.js')

/** Addresses, and what is left of them. */
const ADDRESSES: readonly (readonly [string, string])[] = [
  ['https://e.com/a:b', 'https://e.com/a:b'],
  ['HTTPS://X', 'https://X'],
  ['mailto:a@b.c', 'mailto:a@b.c'],
  ['/a', '/a'],
  ['/wiki/A:B', '/wiki/A:B'],
  ['?a:b', '?a:b'],
  ['#a:b', '#a:b'],
  ['//e.com', '//e.com'],
  ['javascript:x', 'x'],
  ['JavaScript:x', 'x'],
  [' javascript:x', 'x'],
  ['java\tscript:x', 'x'],
  ['\u0001javascript:x', 'x'],
  ['javascript:javascript:x', 'x'],
  ['javascript:https://x', 'https://x'],
  ['data:text/html,x', 'text/html,x'],
  ['x:y', 'y'],
  ['[gallery]javascript:x', 'x'],
  ['feed:javascript:x', 'feed:x'],
  ['feed:http://x', 'feed:http://x'],
  [':x', 'x'],
]

t.test('unsafe schemes are removed', async t => {
  for (const [address, expected] of ADDRESSES) {
    t.equal(safeUrl(address), expected, JSON.stringify(address))
    t.ok(isSafeUrl(expected), expected)
  }
})

t.test('the URLs of a tag are made safe, the rest stays', async t => {
  t.equal(dropUnsafeUrls('<a title="a:b" href="javascript:x">'), '<a title="a:b" href="x">')
  t.equal(dropUnsafeUrls("<a href='java&#115;cript:x'>"), '<a href="x">')
  t.equal(dropUnsafeUrls('<img src=data:x alt=y>'), '<img src="x" alt=y>')
  t.equal(dropUnsafeUrls('<a href=data:a&#32;onclick=b>'), '<a href="a onclick=b">')
  t.equal(dropUnsafeUrls('<a data-x="href=javascript:x" href=/a>'), '<a data-x="href=javascript:x" href=/a>')
  t.equal(dropUnsafeUrls('<a/href=javascript:x>'), '<a/href="x">')
  t.equal(dropUnsafeUrls('<a href = javascript:x>'), '<a href="x">')
  t.equal(dropUnsafeUrls('<a href="javascript:x>'), '<a href="x&gt;"')
  t.equal(dropUnsafeUrls('<a href="/x?a=1&amp;b=2">'), '<a href="/x?a=1&amp;b=2">')
})

t.test('the URL within a feed: URL is checked as well', async t => {
  t.ok(isSafeUrl('feed:feed:http://x'))
  t.notOk(isSafeUrl('feed:javascript:x'))
})

t.test('a URL is checked as browsers read it', async t => {
  const WRITTEN: readonly (readonly [string, string])[] = [
    ['&#106;avascript:x', 'x'],
    ['java&Tab;script:x', 'x'],
    ['javascript&colon;x', 'x'],
    ['javascript&#58;x', 'x'],
    ['&amp;#106;avascript:x', '&#106;avascript:x'],
    ['/?a=1&amp;b=2&copy=3', '/?a=1&b=2&copy=3'],
  ]
  for (const [html, expected] of WRITTEN) t.equal(urlFromHtml(html), expected, html)
})

t.test('nested feed: URLs are checked without recursion', async t => {
  t.equal(safeUrl('feed:'.repeat(100_000)), 'feed:'.repeat(100_000))
  t.equal(safeUrl(`${'feed:'.repeat(100_000)}javascript:x`), `${'feed:'.repeat(100_000)}x`)
  t.equal(safeUrl(`${'javascript:'.repeat(100_000)}x`), 'x')
})
