import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { postsIn } from '@platen/site'
import { strToU8, type Zippable, zipSync } from 'fflate'
import t, { type Test } from 'tap'
import { openSiteFile } from '../site/open-site-file.js'
import { element, exportText, item } from './export-text.js'
import { run } from './fake-terminal.js'
import { newFolder } from './new-site.js'

const child = item({ title: 'Child', guid: 'a', post_id: 21, post_parent: 22, post_type: 'page', creator: 'ada' })
const parent = item({ title: 'Parent', guid: 'b', post_id: 22, post_type: 'page', creator: 'ada' })
const author = element('wp:author', { 'wp:author_login': 'ada' })
/** The two parts of an export, each with the author. */
const parts = [exportText(author + child), exportText(author + parent)] as const
const zipped = (files: Zippable) => zipSync(files, { level: 6 })

async function newPlace(t: Test) {
  const data = newFolder(t)
  await run(['init', '--data', data])
  return {
    write(name: string, bytes: Uint8Array | string) {
      const path = join(data, name)
      writeFileSync(path, bytes)
      return path
    },
    platen: (words: readonly string[], input?: Uint8Array) =>
      run([...words, '--data', data], input === undefined ? {} : { input }),
  }
}

const sources: Record<string, (place: Awaited<ReturnType<typeof newPlace>>) => string[]> = {
  'two files': ({ write }) => [write('1.xml', parts[0]), write('2.xml', parts[1])],
  'files compressed by gzip': ({ write }) => [write('1.xml.gz', gzipSync(parts[0])), write('2', gzipSync(parts[1]))],
  'a file of two members of gzip': ({ write }) => [
    write('1.gz', Buffer.concat([gzipSync(parts[0].slice(0, 300)), gzipSync(parts[0].slice(300))])),
    write('2.xml', parts[1]),
  ],
  'an archive': ({ write }) => [
    write('a.zip', zipped({ 'export/part.10.XML': strToU8(parts[1]), 'export/part.2.xml': strToU8(parts[0]) })),
  ],
  'an archive of files that are not compressed': ({ write }) => [
    write('a.zip', zipped({ '1.xml': [strToU8(parts[0]), { level: 0 }], '2.xml': [strToU8(parts[1]), { level: 0 }] })),
  ],
  'archives and files': ({ write }) => [write('1', zipped({ 'a.xml': strToU8(parts[0]) })), write('2.xml', parts[1])],
}
for (const [name, pathsOf] of Object.entries(sources)) {
  t.test(`${name}: one import`, async t => {
    const place = await newPlace(t)
    const paths = pathsOf(place)
    const { code, out, err } = await place.platen(['import', ...paths])
    t.equal(code, 0, err)
    t.match(out, /^posts of type page +2 +0$/m)
    t.match(out, /^authors +1 +1$/m, 'the second part repeats the author')
    const again = await place.platen(['import', ...paths.reverse()])
    t.match(again.out, /^all +0 +\d+$/m)
  })
}

t.test('references from one file to another', async t => {
  const place = await newPlace(t)
  const [first, second] = [place.write('1.xml', parts[0]), place.write('2.xml', parts[1])]
  await place.platen(['import', first, second])
  const store = await openSiteFile(join(first, '..', 'site.sqlite'))
  t.teardown(() => store.close())
  const { records } = await postsIn(store).find({})
  t.match(
    records
      .filter(({ type }) => type === 'page')
      .map(({ title, parent }) => [title, parent])
      .filter(([title]) => title === 'Child'),
    [['Child', 22]],
  )
})

t.test('standard input that is compressed', async t => {
  const { platen } = await newPlace(t)
  t.match(await platen(['import', '-'], gzipSync(parts[0])), { code: 0, out: /posts of type page +1 +0/ })
  t.match(await platen(['import', '-'], zipped({ 'a.xml': strToU8(parts[0]) })), {
    code: 1,
    err: /-:1:1: A zip archive/,
  })
})

t.test('files in an archive that are not imported are named', async t => {
  const { platen, write } = await newPlace(t)
  const files = {
    'a.xml': strToU8(parts[0]),
    'b.txt': strToU8('b'),
    '__MACOSX/._a.xml': strToU8('x'),
    'c/.d.xml': strToU8('x'),
  }
  const { code, out } = await platen(['import', write('a.zip', zipped(files))])
  t.equal(code, 0)
  t.match(out, /^b\.txt: not an XML file, not imported$/m)
  t.notMatch(out, /MACOSX|d\.xml/)
})

const compressed = gzipSync(parts[1])
const archive = zipped({ '1.xml': strToU8(parts[0]), '2.xml': strToU8(parts[1]) })
/** An archive in which a byte in the middle of the second file is another. */
const damagedArchive = (() => {
  const bytes = Buffer.from(archive)
  const at = bytes.lastIndexOf('2.xml', bytes.length - 100) + 100
  bytes[at] = (bytes[at] ?? 0) ^ 0xff
  return bytes
})()
const wrongChecksum = (() => {
  const bytes = Buffer.from(archive)
  const at = bytes.indexOf('PK\u0001\u0002', 0, 'latin1') + 16
  bytes[at] = (bytes[at] ?? 0) ^ 0xff
  return bytes
})()

const failures: Record<string, { bytes: Uint8Array; err: RegExp }> = {
  'truncated gzip': { bytes: compressed.subarray(0, -30), err: /bad:\d+:\d+: The compressed data are damaged/ },
  'damaged gzip': {
    bytes: Buffer.concat([compressed.subarray(0, -6), Buffer.alloc(6)]),
    err: /bad:\d+:\d+: The compressed/,
  },
  'gzip of something else': { bytes: gzipSync('Hello'), err: /bad:1:1: Not an export file/ },
  'a truncated archive': { bytes: archive.subarray(0, -30), err: /bad: an archive that cannot be read/ },
  'a damaged archive': { bytes: damagedArchive, err: /bad\/2\.xml:\d+:\d+: / },
  'an archive with a wrong checksum': { bytes: wrongChecksum, err: /bad\/1\.xml:\d+:\d+: The compressed/ },
  'an empty archive': { bytes: zipped({}), err: /without an XML file/ },
  'an archive of other files': { bytes: zipped({ 'a.txt': strToU8('a') }), err: /without an XML file/ },
  'an archive of a page': {
    bytes: zipped({ 'a.xml': strToU8('<html/>') }),
    err: /bad\/a\.xml:1:1: Not an export file/,
  },
  'a file that is not an export': { bytes: Buffer.from('{}'), err: /bad:1:1: Not an export file/ },
  'an empty file': { bytes: new Uint8Array(), err: /bad:1:1: The file is empty/ },
}
for (const [name, { bytes, err }] of Object.entries(failures)) {
  t.test(`${name} after a file that is right: nothing is imported`, async t => {
    const { platen, write } = await newPlace(t)
    const right = write('right.xml', exportText(item({ title: 'A', guid: 'x' })))
    t.match(await platen(['import', right, write('bad', bytes)]), { code: 1, out: '', err })
    t.match(await platen(['import', right]), { code: 0, out: /posts of type post +1 +0/ })
  })
}

t.test('an archive whose files are the same bytes', async t => {
  const { platen, write } = await newPlace(t)
  const bytes = Buffer.from(archive)
  const size = bytes.indexOf('PK\u0001\u0002', 0, 'latin1') + 24
  bytes.writeUInt32LE(0x7fffffff, size)
  t.match(await platen(['import', write('a.zip', bytes)]), { code: 1, out: '', err: /overlap/ })
})

t.test('a file of the list that does not exist', async t => {
  const { platen, write } = await newPlace(t)
  const path = write('a.xml', parts[0])
  t.match(await platen(['import', path, join(path, '..', 'no.xml')]), { code: 1, out: '', err: /no file .*no\.xml/ })
  t.equal(readFileSync(path, 'utf8'), parts[0])
})
