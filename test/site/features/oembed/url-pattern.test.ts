import t from 'tap'
import { growsWith } from '../../../growth.js'
import { loadModule } from '../../load-module.js'

const { urlPattern } = await loadModule<typeof import('../../../../packages/site/src/content/embeds/url-pattern.js')>(
  'content/embeds/url-pattern.js',
)

const CASES: readonly (readonly [pattern: string, url: string, fits: boolean])[] = [
  ['https://*.tube.example/watch*', 'https://www.tube.example/watch?v=1', true],
  ['https://*.tube.example/watch*', 'http://tube.example/watch', true],
  ['https://*.tube.example/watch*', 'https://eviltube.example/watch', false],
  ['https://*.tube.example/watch*', 'https://tube.example.evil/watch', false],
  ['https://*.tube.example/watch*', 'https://evil.example/tube.example/watch', false],
  ['https://*.tube.example/watch*', 'https://tube.example@evil.example/watch', false],
  ['https://*.tube.example/watch*', 'https://tube.example:444/watch', false],
  ['https://tube.example/*/video/*', 'https://tube.example/@a/video/1', true],
  ['https://tube.example/*/video/*', 'https://tube.example/video/1', false],
  ['https://tube.example/*/video/*', 'https://www.tube.example/@a/video/1', false],
  ['https://tube.example/a', 'https://tube.example/a', true],
  ['https://tube.example/a', 'https://tube.example/ab', false],
  ['https://tube.example/ab*ba', 'https://tube.example/aba', false],
  ['https://tube.example/ab*ba', 'https://tube.example/abba', true],
]
for (const [pattern, url, fits] of CASES)
  t.test(`${pattern} ${url}`, async t => t.equal(urlPattern(pattern)(new URL(url)), fits))

t.test('takes linear time', async t => {
  const test = urlPattern(`https://tube.example/${'*a'.repeat(20)}*b`)
  const read = (path: string) => t.notOk(test(new URL(`https://tube.example/${path}`)))
  t.equal(await growsWith('a', read, 1_000_000), undefined)
})
