import t from 'tap'
import { loadModule } from '../load-module.js'

const { isPage, pageText } =
  await loadModule<typeof import('../../../packages/site/src/kernel/web/page-text.js')>('kernel/web/page-text.js')

const latin = Uint8Array.from([...'<meta charset="iso-8859-1">\xe9'].map(character => character.charCodeAt(0)))
const CASES = [
  { what: 'UTF-8', bytes: Buffer.from('é'), type: 'text/html', text: 'é' },
  { what: 'the charset of the type', bytes: latin.slice(-1), type: 'text/html; charset="ISO-8859-1"', text: 'é' },
  { what: 'the declared charset', bytes: latin, type: 'text/html', text: '<meta charset="iso-8859-1">é' },
  {
    what: 'the charset of an equivalent header',
    bytes: Buffer.from('<meta http-equiv=Content-Type content="text/html; charset=windows-1252">\xe9', 'latin1'),
    type: '',
    text: '<meta http-equiv=Content-Type content="text/html; charset=windows-1252">é',
  },
  { what: 'an unknown charset', bytes: Buffer.from('é'), type: 'text/html; charset=nope', text: 'é' },
  { what: 'invalid bytes', bytes: Uint8Array.of(0xff), type: '', text: '\ufffd' },
  { what: 'nothing', bytes: new Uint8Array(), type: '', text: '' },
]
for (const { what, bytes, type, text } of CASES) t.test(what, async t => t.equal(pageText(bytes, type), text))

t.test('types of pages', async t => {
  for (const type of ['', 'text/html', 'TEXT/HTML; charset=x', 'application/xhtml+xml']) t.ok(isPage(type), type)
  for (const type of ['image/png', 'application/json', 'text/plain']) t.notOk(isPage(type), type)
})
