import { peekFormField } from '@platen/core'
import t from 'tap'

const TYPE = 'multipart/form-data; boundary=B'
const part = (value: string, name = 'nonce', more = '') =>
  `--B\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`
const read = (text: string, type = TYPE) => peekFormField(new TextEncoder().encode(text), type, 'nonce')

for (const [what, text, value] of [
  ['the only field', `${part('abc')}--B--\r\n`, 'abc'],
  ['the first of many', `${part('abc')}${part('x', 'other')}--B--`, 'abc'],
  ['one between others', `${part('y', 'a')}${part('abc')}${part('x', 'b')}--B--`, 'abc'],
  ['the last of its name', `${part('one')}${part('two')}--B--`, 'two'],
  ['one after a preamble', `Hello\r\n${part('abc')}--B--`, 'abc'],
  [
    'one before a file that is cut off',
    `${part('abc')}${part('\0\xff', 'file', '; filename="a.png"')}`.slice(0, -9),
    'abc',
  ],
  ['an empty one', `${part('')}--B--`, ''],
  ['one of several lines', `${part('a\r\n\r\nb')}--B--`, 'a\r\n\r\nb'],
  [
    'one with a type',
    `${part('abc', 'nonce').replace('\r\n\r\n', '\r\nContent-Type: text/plain\r\n\r\n')}--B--`,
    'abc',
  ],
  ['one without quotes, in other case', '--B\r\ncontent-disposition:FORM-DATA;name=nonce\r\n\r\nabc\r\n--B--', 'abc'],
  ['none of another name', `${part('abc', 'nonces')}${part('nonce', 'x')}--B--`, undefined],
  ['none that is a file', `${part('abc', 'nonce', '; filename="n"')}--B--`, undefined],
  ['none that is cut off', part('abc'), undefined],
  ['none without a head', '--B\r\nnonce\r\n--B--', undefined],
  ['none of another disposition', `${part('abc').replace('form-data', 'attachment')}--B--`, undefined],
  ['none in the preamble', `Content-Disposition: form-data; name="nonce"\r\n\r\nabc\r\n--B--`, undefined],
  ['none of nothing', '', undefined],
] as const) {
  t.test(what, async t => t.equal(read(text), value))
}

t.test('the boundary is that of the type', async t => {
  t.equal(read(`${part('abc')}--B--`, 'multipart/form-data; boundary="B"'), 'abc')
  t.equal(read(`${part('abc')}--B--`, 'multipart/form-data; boundary=C'), undefined)
  t.equal(read(`${part('abc')}--B--`, 'multipart/form-data'), undefined)
})

t.test('many delimiters cost no more than their bytes', async t => {
  t.equal(read('--B\r\nnonce:;'.repeat(10_000)), undefined)
})
