import t from 'tap'
import { loadModule } from '../load-module.js'

const { hasControlCharacter } =
  await loadModule<typeof import('../../../packages/core/src/dispatch/parse-json.js')>('dispatch/parse-json.js')

const control = ['"', '"a', '{"a":"b\t"}', '{"a":"b\n', '\0', '{}\0', '{"a":\u0001"b"}', '["é\\n\\u00e9\\"", "\u001f']
const other = ['', ' ', '{', '{"a"', '[1,]', '01', '1.', 'é', '{a:"\t"}', '["\\x\t"]', '["\\u12\t"]', '"\\', "['\t']"]
const valid = ['{"a":[1.5e+3,-0,true,false,null,"\u007f\u2028"]}', ' [] ']

for (const text of control) t.test(encodeURIComponent(text), async t => t.equal(hasControlCharacter(text), true))
for (const text of [...other, ...valid])
  t.test(encodeURIComponent(text), async t => t.equal(hasControlCharacter(text), false))

t.test('long texts cost no more than their length', async t => {
  const long = 1_000_000
  for (const text of ['[', '1', '"",', '"a"', '"\\n"']) t.ok(hasControlCharacter(`[${text.repeat(long)}"`), text)
  for (const part of ['a', '\\n', 'é']) t.ok(hasControlCharacter(`["${part.repeat(long)}`), part)
})
