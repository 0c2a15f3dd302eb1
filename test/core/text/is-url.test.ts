import { isUrl } from '@platen/core'
import t from 'tap'

for (const [text, base, expected] of [
  ['https://a.example/', undefined, true],
  ['mailto:a@b.example', undefined, true],
  ['/path', undefined, false],
  ['/path', 'https://a.example', true],
  ['https://', 'https://a.example', false],
  ['', undefined, false],
  ['https://bücher.example/', undefined, true],
  ['https://日本.example/', undefined, true],
] as const)
  t.test(`${text} ${base ?? ''}`, async t => {
    t.equal(isUrl(text, base), expected)
  })

t.test('in a process that has parsed many URLs', async t => {
  for (let count = 0; count < 100_000; count++) isUrl('https://a.example/')
  t.ok(isUrl('https://bücher.example/'))
})
