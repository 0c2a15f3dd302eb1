import { hasFewerCharacters, hasMoreCharacters } from '@platen/core'
import t from 'tap'
import { grows } from '../../growth.js'

const PAIR = '🎈'

t.test('a character outside the Basic Multilingual Plane counts once', async t => {
  for (const [text, count] of [
    ['', 0],
    ['abc', 3],
    [PAIR.repeat(3), 3],
    [`a${PAIR}b`, 3],
    ['a\u0301', 2],
  ] as const) {
    for (const limit of [0, 1, 2, 3, 4, 6, 7]) {
      t.equal(hasMoreCharacters(text, limit), count > limit, `${text} has more than ${limit}`)
      t.equal(hasFewerCharacters(text, limit), count < limit, `${text} has fewer than ${limit}`)
    }
  }
})

t.test('texts of any length cost what the limit allows', async t => {
  for (const compare of [hasMoreCharacters, hasFewerCharacters]) {
    t.equal(
      await grows(length => {
        const text = PAIR.repeat(length)
        return () => Array.from({ length: 1000 }, () => compare(text, 200))
      }, 1_000_000),
      undefined,
    )
  }
})
