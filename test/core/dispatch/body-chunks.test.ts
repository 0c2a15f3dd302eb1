import t from 'tap'
import { loadModule } from '../load-module.js'

const { bodyChunks, collect } =
  await loadModule<typeof import('../../../packages/core/src/dispatch/body-chunks.js')>('dispatch/body-chunks.js')

const bytes = (text: string) => new TextEncoder().encode(text)
async function* chunks(...texts: string[]) {
  for (const text of texts) yield bytes(text)
}
const textOf = async (body: Parameters<typeof bodyChunks>[0]) =>
  new TextDecoder().decode(await collect(bodyChunks(body), 100))

t.test('every kind of body is a stream of its bytes', async t => {
  t.equal(await textOf(undefined), '')
  t.equal(await textOf({ kind: 'bytes', bytes: bytes('é') }), 'é')
  t.equal(await textOf({ kind: 'text', text: 'é' }), 'é')
  t.equal(await textOf({ kind: 'json', value: { a: 1 } }), '{"a":1}')
  t.equal(await textOf({ kind: 'stream', length: undefined, chunks: chunks('a', '', 'bc') }), 'abc')
})

t.test('reading stops at the limit, and a large body needs admission', async t => {
  await t.rejects(collect(chunks('abc', 'def'), 5), { code: 'rest_request_too_large', status: 413 })
  let admitted = 0
  const admit = async () => void admitted++
  await collect(chunks('ab', 'cd', 'ef'), 10, 6, admit)
  t.equal(admitted, 0)
  await collect(chunks('ab', 'cd', 'ef', 'gh'), 10, 3, admit)
  t.equal(admitted, 1)
})

t.test('every chunk is held, before the next one is read', async t => {
  const held: number[] = []
  await collect(chunks('ab', 'cde'), 10, undefined, undefined, bytes => held.push(bytes))
  t.same(held, [2, 3])
  const full = () => {
    throw new Error('full')
  }
  await t.rejects(collect(chunks('ab'), 10, undefined, undefined, full), /full/)
})

t.test('no chunk is kept: many small ones would take far more memory than their bytes', async t => {
  async function* reused() {
    yield bytes('a')
    const chunk = new Uint8Array(1)
    for (const letter of 'bcdef') {
      chunk.set(bytes(letter))
      yield chunk
    }
  }
  t.equal(new TextDecoder().decode(await collect(reused(), 100)), 'abcdef')
})
