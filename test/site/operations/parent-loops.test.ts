import t from 'tap'
import type * as ParentLoops from '../../../packages/site/dist/kernel/operations/parent-loops.js'
import { loadModule } from '../load-module.js'

const { withoutLoops } = await loadModule<typeof ParentLoops>('kernel/operations/parent-loops.js')

const resolve = (stored: Readonly<Record<number, number>>, ...links: readonly (readonly [number, number])[]) =>
  withoutLoops(
    links.map(([id, parent]) => ({ id, parent })),
    async id => stored[id] ?? 0,
  ).then(found => found.map(({ id, parent }) => [id, parent]))

const cases: Record<string, { stored?: Record<number, number>; links: [number, number][]; found: [number, number][] }> =
  {
    'nothing above': { links: [[1, 2]], found: [[1, 2]] },
    'no parent': { links: [[1, 0]], found: [[1, 0]] },
    'below itself': { links: [[1, 1]], found: [[1, 0]] },
    'below each other': {
      links: [
        [1, 2],
        [2, 1],
      ],
      found: [
        [1, 2],
        [2, 0],
      ],
    },
    'below what is stored below it': { stored: { 3: 2, 2: 1 }, links: [[1, 3]], found: [[1, 0]] },
    'no longer below it': {
      stored: { 2: 1 },
      links: [
        [1, 2],
        [2, 0],
      ],
      found: [
        [1, 2],
        [2, 0],
      ],
    },
    'a loop that others left': { stored: { 2: 3, 3: 2 }, links: [[1, 2]], found: [[1, 2]] },
  }
for (const [name, { stored = {}, links, found }] of Object.entries(cases)) {
  t.test(name, async t => t.same(await resolve(stored, ...links), found))
}

t.test('a chain is not walked again for every link', async t => {
  let reads = 0
  const length = 2_000
  const links = Array.from({ length }, (_, index) => ({ id: length + 1 + index, parent: 1 }))
  await withoutLoops(links, async id => {
    reads++
    return id < length ? id + 1 : 0
  })
  t.ok(reads < 3 * length, String(reads))
})
