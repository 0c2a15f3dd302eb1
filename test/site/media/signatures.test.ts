import { TextDecoder as NodeDecoder } from 'node:util'
import t from 'tap'
import { loadModule } from '../load-module.js'

type Signatures = typeof import('../../../packages/site/src/content/media/files/signatures.js')

const FILES: readonly (readonly [type: string, start: readonly number[]])[] = [
  ['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['image/jpeg', [0xff, 0xd8, 0xff, 0xe0]],
  ['application/gzip', [0x1f, 0x8b]],
  ['application/x-asf', [0x30, 0x26, 0xb2, 0x75, 0x8e, 0x66, 0xcf, 0x11]],
]

/** Decodes bytes of `latin1` as the standard says, which is what other versions of Node and other runtimes do. */
class StandardDecoder extends NodeDecoder {
  override decode(...given: Parameters<NodeDecoder['decode']>): string {
    const text = super.decode(...given)
    return this.encoding === 'windows-1252' ? text.replace(/[\x80-\x9f]/g, '\u2030') : text
  }
}

t.test('files are known by their first bytes, whatever the runtime makes of latin1', async t => {
  t.intercept(globalThis, 'TextDecoder', { value: StandardDecoder })
  t.equal(new TextDecoder('latin1').decode(Uint8Array.of(0x89)), '\u2030')
  // Loaded anew, in case that it keeps a decoder.
  const { typeOfBytes, canBeOfType } = await loadModule<Signatures>('content/media/files/signatures.js?standard')
  for (const [type, start] of FILES) {
    t.equal(typeOfBytes(Uint8Array.from(start)), type)
    t.ok(canBeOfType(Uint8Array.from(start), type), type)
  }
})
