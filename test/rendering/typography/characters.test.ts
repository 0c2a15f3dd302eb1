import t from 'tap'
import { loadModule } from '../load-module.js'

const { createCharacterIndex, nextAmpersand, seekCharacter } =
  await loadModule<typeof import('../../../packages/rendering/src/typography/characters.js')>(
    'typography/characters.js',
  )

/** Texts, and where the first sign stands that typography may have to change; -1 when there is none. */
const TEXTS: readonly (readonly [string, number])[] = [
  ['', -1],
  ['ab. (x) taxi x1 1x é–“', -1],
  ['a"', 1],
  ["a'", 1],
  ['a`', 1],
  ['a..', -1],
  ['a...', 1],
  ['a (tm)', 2],
  ['a-b', 1],
  ['ax 1x2', 4],
  ['a&', 1],
]

t.test('the first character of a text', async t => {
  for (const [text, index] of TEXTS)
    t.equal(seekCharacter(createCharacterIndex(), text, 0), index === -1 ? text.length : index, text)
})

t.test('successive characters', async t => {
  const text = '"a" - 3x4 & ...'
  const characters = createCharacterIndex()
  const found: number[] = []
  for (
    let index = seekCharacter(characters, text, 0);
    index < text.length;
    index = seekCharacter(characters, text, index + 1)
  )
    found.push(index)
  t.same(found, [0, 2, 4, 7, 10, 12])
  t.equal(nextAmpersand(createCharacterIndex(), text, 3), 10)
})
