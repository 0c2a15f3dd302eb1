import t from 'tap'
import { loadModule } from '../load-module.js'

const { trimSpace } =
  await loadModule<typeof import('../../../packages/rendering/src/text/spaces.js')>('text/spaces.js')

t.test('white space is trimmed, no-break spaces stay', async t => {
  t.equal(trimSpace(' \t\n\r\0a b\v '), 'a b')
  t.equal(trimSpace('\u00a0a\u3000'), '\u00a0a\u3000')
  t.equal(trimSpace('   '), '')
})
