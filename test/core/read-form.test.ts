import { readForm, type StreamBody } from '@platen/core'
import t from 'tap'

const URLENCODED = 'application/x-www-form-urlencoded'
const MULTIPART = 'multipart/form-data; boundary=x'
const MAX = 1000

async function* chunksOf(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text)
}

/** A stream as adapters pass it on, which parses forms into the given fields and files. */
const stream = (
  text: string,
  fields?: readonly (readonly [string, string])[],
  files: readonly string[] = [],
  length?: number,
): StreamBody => ({
  kind: 'stream',
  length,
  chunks: chunksOf(text),
  ...(fields && {
    async readForm(limits, take) {
      t.same(limits, { maxBytes: MAX, maxFieldBytes: MAX })
      for (const name of files) await take({ field: 'file', name, type: 'text/plain', chunks: chunksOf('') })
      return fields
    },
  }),
})

t.test('forms of all kinds are fields', async t => {
  const expected = { a: '1 +', list: ['x', 'y'] }
  const text = 'a=1+%2B&list[]=x&list[]=y'
  const fields = [
    ['a', '1 +'],
    ['list[]', 'x'],
    ['list[]', 'y'],
  ] as const
  for (const [what, body, type] of [
    ['text', { kind: 'text', text }, URLENCODED],
    ['bytes', { kind: 'bytes', bytes: new TextEncoder().encode(text) }, `${URLENCODED}; charset=UTF-8`],
    ['a stream', stream(text), URLENCODED.toUpperCase()],
    ['multipart', stream('', fields), MULTIPART],
    ['parsed by the adapter', { kind: 'multipart', form: { fields, files: [] } }, MULTIPART],
    ['parsed by the application', { kind: 'json', value: expected }, URLENCODED],
  ] as const)
    t.strictSame({ ...(await readForm(body, type, MAX)) }, expected, what)
  t.same(await readForm(undefined, URLENCODED, MAX), {})
  t.same(await readForm({ kind: 'json', value: 'x' }, URLENCODED, MAX), {})
})

t.test('other bodies are refused', async t => {
  const file = { field: 'file', name: 'a', type: 'text/plain', bytes: new Uint8Array() }
  for (const [what, body, type, status] of [
    ['no type', stream('a=1'), undefined, 415],
    ['another type', stream('{}'), 'application/json', 415],
    ['a type that begins like one', stream('a=1'), `${URLENCODED}-x`, 415],
    ['multipart that nobody parses', stream('a=1'), MULTIPART, 415],
    ['multipart as text', { kind: 'text', text: 'a=1' }, MULTIPART, 415],
    ['a file', stream('', [], ['a']), MULTIPART, 415],
    ['a parsed file', { kind: 'multipart', form: { fields: [], files: [file] } }, MULTIPART, 415],
    ['more than the limit', stream(`a=${'x'.repeat(MAX)}`), URLENCODED, 413],
    ['more than the limit, as announced', stream('', [], [], MAX + 1), MULTIPART, 413],
  ] as const)
    t.match(await readForm(body, type, MAX).catch((error: unknown) => error), { status }, what)
})
