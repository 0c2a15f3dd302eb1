import t from 'tap'
import { loadModule } from '../load-module.js'

const { parseEmbed } =
  await loadModule<typeof import('../../../packages/core/src/dispatch/embed-links.js')>('dispatch/embed-links.js')

const cases: readonly (readonly [given: unknown, selection: 'all' | readonly string[] | undefined])[] = [
  [undefined, undefined],
  ['', 'all'],
  ['1', 'all'],
  ['0', 'all'],
  ['true', 'all'],
  [',', 'all'],
  [' , ', 'all'],
  [',author,', ['author']],
  [',1', ['1']],
  ['author', ['author']],
  ['author,up next', ['author', 'up', 'next']],
  [
    ['author', 'up', 3],
    ['author', 'up'],
  ],
  [{ a: 'author' }, ['author']],
  [[], undefined],
  [7, undefined],
  [null, undefined],
]
for (const [given, selection] of cases) {
  t.test(`_embed=${JSON.stringify(given)}`, async t => {
    const parsed = parseEmbed(given)
    t.same(parsed instanceof Set ? [...parsed] : parsed, selection)
  })
}
