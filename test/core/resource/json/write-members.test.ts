import t from 'tap'
import { loadModule } from '../../load-module.js'

const { membersWriter } = await loadModule<
  typeof import('../../../../packages/core/src/resource/json/write-members.js')
>('resource/json/write-members.js')

const fail = () => t.fail('reported')
/** Enough calls for the writer to be generated. */
const MANY = 200

const member = <V>(name: string, get: (record: object, view: V) => unknown, empty?: unknown) => ({
  name,
  get,
  path: name,
  empty,
})
const constant = (name: string, value: unknown) => member<object>(name, () => value)

t.test('members are written with their names; undefined ones are omitted', async t => {
  const write = membersWriter([
    constant('gone', undefined),
    constant('a "b"', 1),
    constant('c', 'd'),
    constant('e', undefined),
  ])
  const none = membersWriter([])
  for (let call = 0; call < MANY; call++) {
    t.equal(`{${write({}, {}, fail)}}`, JSON.stringify({ 'a "b"': 1, c: 'd' }))
    t.equal(none({}, {}, fail), '')
  }
})

t.test('a getter that throws is reported by its path, and the empty value is written', async t => {
  const failed = new Error('unforeseen')
  const reported: unknown[][] = []
  const failing = {
    name: 'rendered',
    path: 'content.rendered',
    empty: '',
    get() {
      throw failed
    },
  }
  const write = membersWriter<object, object>([
    constant('a', 1),
    failing,
    { name: 'nested', text: () => '{}' },
    { ...failing, name: 'omitted', empty: undefined },
    constant('b', 2),
  ])
  for (let call = 1; call < MANY; call++) {
    const record = { id: call }
    const text = write(record, {}, (...all) => {
      reported.push(all)
    })
    t.equal(text, '"a":1,"rendered":"","nested":{},"b":2')
    t.same(reported.splice(0), [
      [failed, 'content.rendered', record],
      [failed, 'content.rendered', record],
    ])
  }
})

t.test('what reporting throws fails the whole object', async t => {
  const broken = () => {
    throw new Error('broken')
  }
  const rethrow = (error: unknown) => {
    throw error
  }
  const got = membersWriter([constant('a', 1), member<object>('b', broken)])
  const nested = membersWriter([constant('a', 1), { name: 'b', text: broken }])
  for (let call = 0; call < MANY; call++) {
    t.throws(() => got({}, {}, rethrow), { message: 'broken' })
    t.throws(() => nested({}, {}, fail), { message: 'broken' })
  }
})
