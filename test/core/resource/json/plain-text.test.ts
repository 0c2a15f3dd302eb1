import t from 'tap'
import { loadModule } from '../../load-module.js'

const { isPlain } =
  await loadModule<typeof import('../../../../packages/core/src/resource/json/write-value.js')>(
    'resource/json/write-value.js',
  )

t.test('texts are plain if they are short and JSON writes them as they are', async t => {
  for (let code = 0; code < 0x180; code++) {
    const text = `a${String.fromCharCode(code)}b`
    if (isPlain(text)) t.equal(JSON.stringify(text), `"${text}"`)
    else if (code < 128) t.not(JSON.stringify(text), `"${text}"`.replace('\u007f', '?'), `character ${code}`)
  }
  t.ok(isPlain(''))
  t.ok(isPlain('/posts/12?a=b&c={d}'))
  t.notOk(isPlain('a'.repeat(100)))
  for (const text of ['"', '\\', '\n', '\u2028', '\ud800', 'é']) t.notOk(isPlain(text))
})
