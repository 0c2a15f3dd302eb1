import t from 'tap'
import { growsWith } from '../../growth.js'
import { loadModule } from '../load-module.js'

const { sanitizeMultiline, sanitizeTextField } =
  await loadModule<typeof import('../../../packages/rendering/src/text/plain-text.js')>('text/plain-text.js')

t.test('a line of text keeps its ampersands', async t => {
  t.equal(sanitizeTextField('  a & <b>b</b>\n c  '), 'a & b c')
  t.equal(sanitizeTextField('%%4141x'), 'x')
})

t.test('what begins like a tag is escaped up to the next one', async t => {
  for (const [text, expected] of [
    ['"a" <b "c" & \'d\'', '"a" &lt;b &quot;c&quot; &amp; &#039;d&#039;'],
    ['a <b "c" <i>d</i> "e"', 'a &lt;b &quot;c&quot; d "e"'],
    ['a <3 &amp; <b', 'a &lt;3 &amp; &lt;b'],
    ['a <b "c">d', 'a d'],
    ['<!-->a', 'a'],
  ] as const)
    t.equal(sanitizeTextField(text), expected, text)
})

t.test('sanitizeMultiline keeps lines', async t => {
  t.equal(sanitizeMultiline(' one <i>x</i>\n  two\t3 '), 'one x\n  two\t3')
})

t.test('time is linear in the length of the text', async t => {
  for (const part of ['<', '<b', '%', '%%4', '<script>', ' ', '</'])
    t.equal(await growsWith(part, sanitizeTextField, 300_000), undefined, part)
})
