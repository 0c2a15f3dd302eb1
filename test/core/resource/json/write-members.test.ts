import t from 'tap'
import { loadModule } from '../../load-module.js'

const { membersWriter, valueWriter } = await loadModule<
  typeof import('../../../../packages/core/src/resource/json/write-members.js')
>('resource/json/write-members.js')

const fail = () => t.fail('reported')

t.test('members are written with their names; undefined ones are left out', async t => {
  const member = (name: string, value: unknown) => ({ name, text: valueWriter(() => value, name, undefined) })
  const write = membersWriter([member('gone', undefined), member('a "b"', 1), member('c', 'd'), member('e', undefined)])
  t.equal(`{${write({}, {}, fail)}}`, JSON.stringify({ 'a "b"': 1, c: 'd' }))
  t.equal(membersWriter([])({}, {}, fail), '')
})

t.test('a getter that throws is reported by its path, and the empty value is written', async t => {
  const failed = new Error('unforeseen')
  const reported: unknown[] = []
  const text = valueWriter(
    () => {
      throw failed
    },
    'content.rendered',
    '',
  )
  const record = { id: 1 }
  t.equal(
    text(record, {}, (...all) => reported.push(all)),
    '""',
  )
  t.same(reported, [[failed, 'content.rendered', record]])
})
