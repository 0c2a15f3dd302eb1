import t from 'tap'
import { loadModule } from '../load-module.js'

const { checkJson, decodeUtf8, parseJson } =
  await loadModule<typeof import('../../../packages/core/src/dispatch/parse-json.js')>('dispatch/parse-json.js')

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

t.test('JSON is parsed; anything else is refused with a reason', async t => {
  t.same(parseJson('{"a":[1,"é"]}'), { a: [1, 'é'] })
  const refused: readonly (readonly [text: string, code: number])[] = [
    ['{', 4],
    ['', 4],
    [nested(600), 1],
    ['"\\ud800"', 10],
    ['{"a":"\u0001"}', 3],
    ['{"a":"b', 3],
    ['{}\0', 3],
    ['{a:"\u0001"}', 4],
    ['{"a":"\\x\u0001"}', 4],
    ['{"a":"b"', 4],
    ['{"a":1.5e+3,"b":[true,nul]}', 4],
    [`"${'a'.repeat(1e6)}`, 3],
  ]
  for (const [text, code] of refused)
    t.throws(
      () => parseJson(text),
      { code: 'rest_invalid_json', status: 400, data: { json_error_code: code } },
      text.slice(0, 9),
    )
  t.ok(parseJson(nested(500)))
})

t.test('bytes must be UTF-8', async t => {
  t.equal(decodeUtf8(new TextEncoder().encode('é')), 'é')
  t.throws(() => decodeUtf8(Uint8Array.of(0xff)), { code: 'rest_invalid_json', data: { json_error_code: 5 } })
})

t.test('values need a JSON form', async t => {
  const circle: Record<string, unknown> = {}
  circle['self'] = circle
  for (const value of [circle, { f: () => 1 }, { n: 1n }, { s: Symbol('s') }, '\ud800'])
    t.throws(() => checkJson(value), { code: 'rest_invalid_json' })
  checkJson({ a: [1, null, 'x', undefined] })
})
