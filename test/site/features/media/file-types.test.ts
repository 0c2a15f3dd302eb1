import { TextDecoder as NodeDecoder } from 'node:util'
import { cmsDialect, postsIn, wpDialect } from '@platen/site'
import t from 'tap'
import { loadModule } from '../../load-module.js'
import { bytesOf, mediaSite, painted } from './media-site.js'

const latin = (text: string) => Uint8Array.from(text, character => character.charCodeAt(0))
const pdf = latin('%PDF-1.4\n\x01\x02')
const zip = latin('PK\x03\x04rest')
const ole = latin('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1rest')
const mp4 = latin('\0\0\0\x18ftypmp42')
const png = painted({ width: 1, height: 1 })
const jpg = painted({ width: 1, height: 1 }, 'jpg')
const text = bytesOf('Words, and ünicode.')
const unknown = latin('\x01\x02\xfa\x00')
const php = bytesOf('<?php echo 1;')

const TAKEN: readonly (readonly [name: string, bytes: Uint8Array, type: string, stored?: string])[] = [
  ['a.png', png, 'image/png'],
  ['a.JPEG', jpg, 'image/jpeg', 'a.jpeg'],
  ['a.png', jpg, 'image/jpeg', 'a.jpg'],
  ['a.jpg', painted({ width: 1, height: 1 }, 'gif'), 'image/gif', 'a.gif'],
  ['a.webp', latin('RIFF\x10\0\0\0WEBPVP8 '), 'image/webp'],
  ['a.avif', latin('\0\0\0\x1cftypavif'), 'image/avif'],
  ['a.heic', latin('\0\0\0\x1cftypheic'), 'image/heic'],
  ['a.txt', text, 'text/plain'],
  ['a.txt', latin('\xff\xfea\0b\0'), 'text/plain'],
  ['a.csv', bytesOf('a,b\n1,2'), 'text/csv'],
  ['a.pdf', pdf, 'application/pdf'],
  ['a.zip', zip, 'application/zip'],
  ['a.docx', zip, 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['a.odt', zip, 'application/vnd.oasis.opendocument.text'],
  ['a.doc', ole, 'application/msword'],
  ['a.mp4', mp4, 'video/mp4'],
  ['a.mov', latin('\0\0\0\x14ftypqt  '), 'video/quicktime'],
  ['a.m4a', latin('\0\0\0\x14ftypM4A '), 'audio/mpeg'],
  ['a.mp3', latin('ID3\x03'), 'audio/mpeg'],
  ['a.mp3', latin('\xff\xfb\x90\x64'), 'audio/mpeg'],
  ['a.wav', latin('RIFF\x10\0\0\0WAVEfmt '), 'audio/wav'],
  ['a.ogg', latin('OggS\0'), 'audio/ogg'],
  ['a.webm', latin('\x1aE\xdf\xa3'), 'video/webm'],
  ['a.wav', latin('ID3\x03'), 'audio/wav'],
  ['a.avi', mp4, 'video/avi'],
  ['a.html', bytesOf('<p>x</p>'), 'text/html'],
  ['a.html', bytesOf('<!doctype html><script>x</script>'), 'text/html'],
  ['a.txt', bytesOf('<p>x</p> a < b'), 'text/plain'],
  ['a.txt', bytesOf(`${'x'.repeat(5000)}<html>`), 'text/plain'],
]

const OFFICE = 'application/vnd.openxmlformats-officedocument'
/** Documents that are archives, by extension. */
const ARCHIVES: Readonly<Record<string, string>> = {
  pages: 'application/vnd.apple.pages',
  key: 'application/vnd.apple.keynote',
  numbers: 'application/vnd.apple.numbers',
  docm: 'application/vnd.ms-word.document.macroEnabled.12',
  dotx: `${OFFICE}.wordprocessingml.template`,
  dotm: 'application/vnd.ms-word.template.macroEnabled.12',
  xlsm: 'application/vnd.ms-excel.sheet.macroEnabled.12',
  xlsb: 'application/vnd.ms-excel.sheet.binary.macroEnabled.12',
  xltx: `${OFFICE}.spreadsheetml.template`,
  xltm: 'application/vnd.ms-excel.template.macroEnabled.12',
  xlam: 'application/vnd.ms-excel.addin.macroEnabled.12',
  pptm: 'application/vnd.ms-powerpoint.presentation.macroEnabled.12',
  ppsx: `${OFFICE}.presentationml.slideshow`,
  ppsm: 'application/vnd.ms-powerpoint.slideshow.macroEnabled.12',
  potx: `${OFFICE}.presentationml.template`,
  potm: 'application/vnd.ms-powerpoint.template.macroEnabled.12',
  ppam: 'application/vnd.ms-powerpoint.addin.macroEnabled.12',
  sldx: `${OFFICE}.presentationml.slide`,
  sldm: 'application/vnd.ms-powerpoint.slide.macroEnabled.12',
  odg: 'application/vnd.oasis.opendocument.graphics',
  odc: 'application/vnd.oasis.opendocument.chart',
  odb: 'application/vnd.oasis.opendocument.database',
  odf: 'application/vnd.oasis.opendocument.formula',
  xps: 'application/vnd.ms-xpsdocument',
  oxps: 'application/oxps',
}
/** Documents in the older container, by extension. */
const COMPOUNDS: Readonly<Record<string, string>> = {
  xla: 'application/vnd.ms-excel',
  xlt: 'application/vnd.ms-excel',
  xlw: 'application/vnd.ms-excel',
  pot: 'application/vnd.ms-powerpoint',
  pps: 'application/vnd.ms-powerpoint',
  mpp: 'application/vnd.ms-project',
}
/** Documents with formats of their own. */
const OTHERS: readonly (readonly [extension: string, bytes: Uint8Array, type: string])[] = [
  ['mdb', latin('\0\x01\0\0Standard Jet DB'), 'application/vnd.ms-access'],
  ['wri', latin('1\xbe\0\0\0\xab'), 'application/vnd.ms-write'],
  ['wpd', latin('\xffWPC'), 'application/wordperfect'],
  ['wp', unknown, 'application/wordperfect'],
  ['onetoc2', unknown, 'application/onenote'],
  ['onepkg', latin('MSCF\0'), 'application/onenote'],
  ['psd', latin('8BPS\0\x01'), 'application/octet-stream'],
  ['xcf', latin('gimp xcf \0'), 'application/octet-stream'],
  ['asf', latin('0&\xb2u\x8ef\xcf\x11'), 'video/x-ms-asf'],
  ['mka', latin('\x1aE\xdf\xa3'), 'audio/x-matroska'],
  ['3g2', latin('\0\0\0\x14ftyp3g2a'), 'video/3gpp2'],
]

t.test('takes documents of office programs', async t => {
  const { upload } = await mediaSite()
  for (const [extension, bytes, type] of [
    ...Object.entries(ARCHIVES).map(([name, type]) => [name, zip, type] as const),
    ...Object.entries(COMPOUNDS).map(([name, type]) => [name, ole, type] as const),
    ...OTHERS,
  ]) {
    t.match(await upload(`a.${extension}`, bytes), { status: 201, body: { mime_type: type } }, extension)
    for (const other of [php, pdf]) t.equal((await upload(`a.${extension}`, other)).status, 415, extension)
  }
})

for (const [name, bytes, type, stored = name] of TAKEN) {
  t.test(`takes ${name} as ${type}`, async t => {
    const { upload, files } = await mediaSite()
    const { status, body } = await upload(name, bytes)
    t.equal(status, 201)
    t.match(body, { mime_type: type, filename: stored })
    t.equal(files.size, 1)
  })
}

const REFUSED: readonly (readonly [what: string, name: string, bytes: Uint8Array, as?: string])[] = [
  ['no extension', 'a', png],
  ['an unknown extension', 'a.xyz', text],
  ['a program', 'a.php', php],
  ['a program that is called a text', 'a.txt', php],
  ['a program that is called a table', 'a.csv', bytesOf('#!/bin/sh\n')],
  ['a program that is called a picture', 'a.png', php],
  ['a program that is called a document', 'a.pdf', php],
  ['a page that is called a picture', 'a.jpg', bytesOf('<html></html>')],
  ['a page that is called a text', 'a.txt', bytesOf('Words <SCRIPT>x</SCRIPT>')],
  ['a page that is called a table', 'a.csv', bytesOf('\ufeff<!DOCTYPE html>')],
  ['a drawing that is called a text', 'a.txt', bytesOf('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['XML that is called captions', 'a.vtt', bytesOf('<?xml version="1.0"?><a/>')],
  ['text that is called a document', 'a.docx', text],
  ['a drawing, which can hold scripts', 'a.svg', bytesOf('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['a drawing that is called a picture', 'a.png', bytesOf('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['a picture that is called a text', 'a.txt', png],
  ['a picture that is called a film', 'a.mp4', png],
  ['a sound that is called a film', 'a.mp4', latin('ID3\x03')],
  ['a film that is called a document', 'a.pdf', mp4],
  ['an archive that is called a picture', 'a.png', zip],
  ['a document that is called an archive', 'a.zip', pdf],
  ['an archive that is called an old document', 'a.doc', zip],
  ['bytes that are called a text', 'a.txt', latin('a\0b')],
  ['HTML of somebody who may not write any', 'a.html', bytesOf('<p>x</p>'), 'author'],
  ['a style sheet of somebody who may not write any HTML', 'a.css', bytesOf('p {}'), 'author'],
  ['an inherited name as extension', 'a.constructor', text],
]

for (const [dialect, expected] of [
  [cmsDialect, 415],
  [wpDialect, 500],
] as const) {
  t.test(`refuses in the dialect ${dialect.name}`, async t => {
    // What is refused leaves nothing behind: one site will do for all.
    const { upload, files, store } = await mediaSite({}, { dialect })
    for (const [what, name, bytes, as = 'administrator'] of REFUSED) {
      t.match(
        await upload(name, bytes, { as }),
        {
          status: expected,
          body: { code: 'rest_upload_sideload_error', data: { status: expected } },
        },
        what,
      )
      t.match(
        await upload(name, bytes, { as, form: {} }),
        {
          status: expected,
          body: { code: 'rest_upload_unknown_error' },
        },
        what,
      )
      t.equal(files.size, 0, what)
      t.equal(await postsIn(store).count(), 0, what)
    }
  })
}

t.test('types are data', async t => {
  const { upload } = await mediaSite({ types: { dwg: { type: 'image/vnd.dwg', capability: 'manage_options' } } })
  t.match(await upload('a.dwg', bytesOf('AC1015')), { status: 201, body: { mime_type: 'image/vnd.dwg' } })
  t.equal((await upload('a.dwg', bytesOf('AC1015'), { as: 'editor' })).status, 415)
  t.equal((await upload('a.png', png)).status, 415)
})

type Signatures = typeof import('../../../../packages/site/src/content/media/files/signatures.js')

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
