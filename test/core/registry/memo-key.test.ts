import { createRegistry, memoKey } from '@platen/core'
import t from 'tap'

t.test('a key carries the type of its value, and is unique despite its name', async t => {
  const word = memoKey<string>('value')
  const count = memoKey<number>('value')
  const registry = createRegistry()
  registry.get('a/v1', '/x', {
    permission: request => request.once(word, () => 'first') === 'first',
    handler(request) {
      // @ts-expect-error: the key is one of texts
      const wrong: number = request.once(word, () => 'second')
      // @ts-expect-error: the value is not of the key's type
      request.once(memoKey<number>('other'), () => 'text')
      const length: number = request.once(word, () => 'third').length
      return { body: [wrong, length, request.once(count, () => 7)] }
    },
  })
  const { body } = await registry.dispatch<[string, number, number]>({ method: 'GET', path: '/a/v1/x' })
  const [text, length, number] = body
  t.same([text.toUpperCase(), length + number], ['FIRST', 12])
})
