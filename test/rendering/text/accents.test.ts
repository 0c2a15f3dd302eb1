import t from 'tap'
import { loadModule } from '../load-module.js'

const { removeAccents } =
  await loadModule<typeof import('../../../packages/rendering/src/text/accents.js')>('text/accents.js')

t.test('Latin letters lose their accents, others stay', async t => {
  t.equal(removeAccents('ÀéÎõü ßæø Łđ €£×'), 'aeiou saeo ld ex')
  t.equal(removeAccents('e\u0301'), 'e')
  t.equal(removeAccents('ǟ日Ω plain'), 'ǟ日Ω plain')
})
