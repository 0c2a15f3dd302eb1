import t from 'tap'
import { loadModule } from '../../load-module.js'

const { generateLinksWriter } = await loadModule<
  typeof import('../../../../packages/core/src/resource/json/generate-links.js')
>('resource/json/generate-links.js')

type Item = { readonly id: number }
const isOdd = ({ id }: Item) => id % 2 === 1

t.test('steps are written in order, with the links that a record has, and curies where they explain one', async t => {
  let computed = 0
  const slot = ({ id }: Item) => {
    computed += 1
    return id
  }
  const write = generateLinksWriter<Item, undefined>(
    {
      steps: [
        { head: '"odd":[', prefixed: true, rows: [{ when: isOdd, chunks: ['{"href":"/', 0, '"}'] }] },
        { chunks: ['"self":[', 0, ']'] },
        {
          head: '"last":[',
          prefixed: false,
          rows: [
            { when: ({ id }) => id > 1, chunks: ['1'] },
            { when: ({ id }) => id > 2, chunks: ['2'] },
          ],
        },
      ],
      slots: [slot],
      prefixed: false,
    },
    ',"curies":[]}',
  )
  t.equal(write?.({ id: 0 }, undefined), '{"self":[0]}')
  t.equal(write?.({ id: 1 }, undefined), '{"odd":[{"href":"/1"}],"self":[1],"curies":[]}')
  t.equal(write?.({ id: 2 }, undefined), '{"self":[2],"last":[1]}')
  t.equal(write?.({ id: 3 }, undefined), '{"odd":[{"href":"/3"}],"self":[3],"last":[1,2],"curies":[]}')
  t.equal(computed, 4, 'each slot is computed once for a record')
})

t.test('a record without links has an empty object', async t => {
  const write = generateLinksWriter<Item, undefined>(
    {
      steps: [{ head: '"odd":[', prefixed: false, rows: [{ when: isOdd, chunks: ['1'] }] }],
      slots: [],
      prefixed: false,
    },
    ',"curies":[]}',
  )
  t.strictSame([write?.({ id: 2 }, undefined), write?.({ id: 3 }, undefined)], ['{}', '{"odd":[1]}'])
})
