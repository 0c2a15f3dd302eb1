import t from 'tap'
import { loadModule } from '../../load-module.js'

const { generateMembersWriter } = await loadModule<
  typeof import('../../../../packages/core/src/resource/json/generate-members.js')
>('resource/json/generate-members.js')

const fail = () => {
  throw new Error('nothing fails here')
}

t.test('values that change or stay are written as JSON.stringify does', async t => {
  const texts = ['a', 'b', 'a', '"', '\u2028', 'x'.repeat(60), '', 'y'.repeat(48)]
  const others = [0, -0, 1.5, Number.NaN, true, false, null, undefined, { a: 1 }, [1, 'a'], ['"'], [], new Date(0)]
  const all = [...texts, ...others]
  const values: Readonly<Record<string, (index: number) => unknown>> = {
    'fir"st': index => all[(index * 7) % all.length],
    always: () => 'publish',
    often: index => all[Math.floor(index / 11) % all.length],
    sometimes: index => all[index % all.length],
    length: index => 'z'.repeat(index % 100),
  }
  const members = Object.entries(values).map(([name, of]) => ({
    name,
    get: (_record: object, index: number) => of(index),
    path: name,
    empty: undefined,
  }))
  const write = generateMembersWriter(members, fail)
  for (let index = 0; index < 1000; index++) {
    const expected = Object.fromEntries(Object.entries(values).map(([name, of]) => [name, of(index)]))
    t.equal(`{${write?.({}, index, fail)}}`, JSON.stringify(expected), `object ${index}`)
  }
})

t.test('a failing getter passes the members written so far to the completion', async t => {
  const failed = new Error('unforeseen')
  const broken = () => {
    throw failed
  }
  const write = generateMembersWriter<object, object>(
    [
      { name: 'a', get: () => 1, path: 'a', empty: '' },
      { name: 'b', text: () => undefined },
      { name: 'c', get: broken, path: 'c', empty: '' },
    ],
    (json, index, error) => {
      t.equal(error, failed)
      return `${json} then ${index}`
    },
  )
  t.equal(write?.({}, {}, fail), '"a":1 then 2')
})
