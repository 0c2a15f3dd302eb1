import { redirectTarget } from '@platen/site/console'
import t from 'tap'

const SITE = 'https://site.example/blog'

for (const [given, target] of [
  ['', undefined],
  ['/', 'https://site.example/'],
  ['/posts?x=1#y', 'https://site.example/posts?x=1#y'],
  ['a', 'https://site.example/blog/a'],
  ['../a', 'https://site.example/a'],
  ['https://site.example/a', 'https://site.example/a'],
  ['HTTPS://SITE.example:443/a', 'https://site.example/a'],
  ['https://me:secret@site.example/a', 'https://site.example/a'],
  ['https://site.example//evil.example', 'https://site.example//evil.example'],
  ['http://site.example/a', undefined],
  ['https://site.example:8443/a', undefined],
  ['https://evil.example/', undefined],
  ['//evil.example', undefined],
  ['/\\evil.example', undefined],
  ['\\\\evil.example', undefined],
  ['\t//evil.example', undefined],
  ['https://site.example@evil.example/', undefined],
  ['https://site.example.evil.example/', undefined],
  ['javascript:alert(1)', undefined],
  ['data:text/html,x', undefined],
  ['blob:https://site.example/x', undefined],
  ['http://[', undefined],
  ['/a\r\nSet-Cookie: x=y', 'https://site.example/aSet-Cookie:%20x=y'],
] as const)
  t.test(JSON.stringify(given), async t => t.equal(redirectTarget(SITE, given), target))
