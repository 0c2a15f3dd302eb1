import { trimCharacters, trimEndCharacters, trimStartCharacters } from '@platen/core'
import t from 'tap'

t.test('successive characters', async t => {
  for (const [text, characters, both, start, end] of [
    ['//a/b//', '/', 'a/b', 'a/b//', '//a/b'],
    ['', '/', '', '', ''],
    ['///', '/', '', '', ''],
    ['a', '/', 'a', 'a', 'a'],
    ['*-a*-b-*', '-*', 'a*-b', 'a*-b-*', '*-a*-b'],
    ['a', '', 'a', 'a', 'a'],
  ] as const) {
    t.equal(trimCharacters(text, characters), both, text)
    t.equal(trimStartCharacters(text, characters), start, text)
    t.equal(trimEndCharacters(text, characters), end, text)
  }
})
