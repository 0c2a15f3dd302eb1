import t from 'tap'
import { grows } from '../growth.js'
import { ALPHABETS, enclosed, isWhole, longestOf, repeated } from './alphabets.js'
import { RENDERING_ALPHABETS, renderingEntries, SHARED_RENDERING } from './rendering-entries.js'

t.setTimeout(isWhole ? 1_800_000 : 280_000)

const PIECES = [...ALPHABETS, ...RENDERING_ALPHABETS]

for (const [what, run] of Object.entries(renderingEntries)) {
  t.test(what, async t => {
    const wrong: string[] = []
    for (const [index, piece] of PIECES.entries()) {
      const wrap = index % 2 === 0 ? repeated : enclosed
      const complaint = await grows(
        length => {
          const text = wrap(piece, length)
          return () => run(text)
        },
        longestOf(piece, what, SHARED_RENDERING),
      )
      if (complaint !== undefined) wrong.push(`${JSON.stringify(piece)}: ${complaint}`)
    }
    t.strictSame(wrong, [])
  })
}
