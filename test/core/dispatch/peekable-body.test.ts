import { bodyChunks, peekable } from '@platen/core'
import t from 'tap'

const encoder = new TextEncoder()

/** Chunks that a second iteration continues where the first one was left. */
function source(...texts: readonly string[]) {
  const left = [...texts]
  return {
    left,
    async *[Symbol.asyncIterator]() {
      for (let text = left.shift(); text !== undefined; text = left.shift()) yield encoder.encode(text)
    },
  }
}

async function rest(body: ReturnType<typeof peekable>): Promise<string> {
  let text = ''
  for await (const chunk of bodyChunks({ kind: 'stream', length: undefined, ...body }))
    text += new TextDecoder().decode(chunk)
  return text
}

const cases: readonly (readonly [limits: readonly number[], heads: readonly string[]])[] = [
  [[], []],
  [[0], ['']],
  [[1], ['a']],
  [[4], ['abcd']],
  [[5], ['abcde']],
  [[100], ['abcdefghi']],
  [
    [2, 7, 3, 100, 100],
    ['ab', 'abcdefg', 'abc', 'abcdefghi', 'abcdefghi'],
  ],
]

for (const [limits, heads] of cases) {
  t.test(`a stream is whole after its first ${limits.join(', ')} bytes were read`, async t => {
    const body = peekable(source('abcd', '', 'efg', 'hi'))
    const seen: string[] = []
    for (const limit of limits) seen.push(new TextDecoder().decode(await body.peek(limit)))
    t.same(seen, heads)
    t.equal(await rest(body), 'abcdefghi')
  })
}

t.test('no more is read than needed', async t => {
  const chunks = source('abcd', 'efgh', 'ijkl')
  await peekable(chunks).peek(5)
  t.same(chunks.left, ['ijkl'])
})

t.test('the first bytes are held until the stream is read', async t => {
  const held: number[] = []
  const body = peekable(source('abcd', 'efgh', 'ijkl'), bytes => held.push(bytes))
  await body.peek(5)
  t.same(held, [4, 4])
  t.equal(await rest(body), 'abcdefghijkl')
  t.same(held, [4, 4, -8])
})

t.test('an empty stream', async t => {
  const body = peekable(source())
  t.equal((await body.peek(10)).length, 0)
  t.equal(await rest(body), '')
})

t.test('a stream that breaks', async t => {
  const body = peekable({
    async *[Symbol.asyncIterator]() {
      yield encoder.encode('a')
      throw new Error('gone')
    },
  })
  t.equal((await body.peek(1)).length, 1)
  await t.rejects(
    peekable({
      [Symbol.asyncIterator]: () => {
        throw new Error('gone')
      },
    }).peek(1),
    { message: 'gone' },
  )
  await t.rejects(body.peek(10), { message: 'gone' })
})
