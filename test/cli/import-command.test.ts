import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { postsIn } from '@platen/site'
import { strToU8, type Zippable, zipSync } from 'fflate'
import t, { type Test } from 'tap'
import { openSiteFile } from '../site/open-site-file.js'
import { carries, element, exportText, item, meta } from './export-text.js'
import { run, type Surroundings, start } from './fake-terminal.js'
import { newFolder } from './new-site.js'
import { sharedExports, withoutSharedExports } from './shared-data.js'

async function newPlace(t: Parameters<typeof newFolder>[0]) {
  const data = newFolder(t)
  await run(['init', '--data', data])
  const path = join(data, 'export.xml')
  return {
    path,
    write: (text: string) => writeFileSync(path, text),
    platen: (words: readonly string[], surroundings?: Surroundings) => run([...words, '--data', data], surroundings),
  }
}

const garden = exportText(
  item({ title: 'A', guid: 'a', creator: 'ada' }) + item({ title: 'B', guid: 'b', creator: 'bo' }),
)

t.test('a file', async t => {
  const { platen, path, write } = await newPlace(t)
  write(garden)
  const { code, out, err } = await platen(['import', path, '--author-map', 'ada=admin', '--author-role', 'editor'])
  t.equal(code, 0)
  t.equal(err, '')
  t.match(out, /^ +added +already present$/m)
  t.match(out, /^posts of type post +2 +0$/m)
  t.match(out, /^authors +1 +0$/m)
  t.match((await platen(['user', 'list'])).out, /bo .*editor/)
  t.match((await platen(['import', path])).out, /^all +0 +\d+$/m)
})

t.test('attachments', async t => {
  const { platen, path, write } = await newPlace(t)
  write(exportText(item({ post_type: 'attachment', attachment_url: 'http://old.example/a.png' })))
  t.match(await platen(['import', path]), { code: 0, out: /files of 1 attachments keep their URLs/ })
})

t.test('somebody who watches', async t => {
  const { platen, path, write } = await newPlace(t)
  write(garden)
  t.match(await platen(['import', path], { isInteractive: true }), { code: 0, out: /posts of type post +2 +0/ })
  write(garden.slice(0, -20))
  t.match(await platen(['import', path], { isInteractive: true }), { code: 1, out: '' })
})

t.test('the input', async t => {
  const { platen } = await newPlace(t)
  t.match(await platen(['import', '-'], { input: garden }), { code: 0, out: /posts of type post +2/ })
})

const failures: Record<string, { text: string; words?: readonly string[]; err: RegExp }> = {
  'a file that breaks off': { text: garden.slice(0, -20), err: /export\.xml:\d+:\d+: .*\nNothing was imported/ },
  'a file that is not an export': { text: '<html/>', err: /export\.xml:1:1: .*<html>/ },
  'an author who is not in it': {
    text: garden,
    words: ['--author-map', 'x=admin'],
    err: /"x".*\nNothing was imported/,
  },
  'a user who is not there': { text: garden, words: ['--author-map', '*=x'], err: /"x"/ },
}
for (const [name, { text, words = [], err }] of Object.entries(failures)) {
  t.test(name, async t => {
    const { platen, path, write } = await newPlace(t)
    write(text)
    t.match(await platen(['import', path, ...words]), { code: 1, out: '', err })
    write(garden)
    t.match((await platen(['import', path])).out, /posts of type post +2 +0/)
  })
}

t.test('a file that is not there, and a folder', async t => {
  const { platen, path } = await newPlace(t)
  t.match(await platen(['import', path]), { code: 1, err: /no file/ })
  t.match(await platen(['import', join(path, '..')]), { code: 1, err: /is not a file/ })
})

t.test('records that no registration shows are named', async t => {
  const { platen, path, write } = await newPlace(t)
  write(exportText(item({ title: 'A', guid: 'a', post_type: 'book' }, carries('genre', 'crime'))))
  const { out } = await platen(['import', path])
  t.match(out, /does not show the posts of type book, the terms of genre: its configuration does not register them/)
  write(garden)
  t.notMatch((await platen(['import', path])).out, /does not show/)
})

t.test('what an import leaves out or changes is listed', async t => {
  const data = newFolder(t)
  await run(['init', '--data', data])
  const path = join(data, 'losses.xml')
  const body =
    item(
      { title: 'Child\u009b1m', guid: 'a', post_id: 5, post_type: 'page', post_parent: 77, status: 'odd' },
      meta('_edit_lock', '1:1') + meta('_thumbnail_id', 78),
    ) + item({ title: 'Twin', guid: 'b', post_id: 5 })
  writeFileSync(path, exportText(body))
  const { code, out } = await run(['import', path, '--data', data])
  t.equal(code, 0)
  t.match(out, /\n\nNot imported, or changed:\n/)
  t.match(out, /^ {2}missing parents of posts: 1 \(77 of post 5\)$/m)
  t.match(out, /^ {2}featured images that are missing: 1 \(78 of post 5\)$/m)
  t.match(out, /^ {2}posts with new ids, because theirs were taken or missing: 1$/m)
  t.match(out, /^ {2}meta values of editing sessions: 1 \(_edit_lock\)$/m)
  t.match(out, /^ {2}posts with the status "odd", which the site has not registered: 1 \(page 5 "Child.*"\)$/m)
  t.notMatch(out, '\u009b')
  t.notMatch((await run(['import', path, '--data', data])).out, 'Not imported')
})

interface Item {
  readonly id: number
  readonly slug: string
  readonly date: string
  readonly link: string
  readonly title: { readonly rendered: string }
  readonly content: { readonly rendered: string }
  readonly categories: readonly number[]
  readonly author: number
  readonly _links: Readonly<Record<string, readonly { readonly href: string }[]>>
  readonly _embedded?: Readonly<Record<string, readonly unknown[]>>
}

/** How often an element with this text stands in the files, so that nothing of them has to be written down here. */
function countIn(pattern: RegExp): number {
  return sharedExports.reduce((sum, path) => sum + (readFileSync(path, 'utf8').match(pattern)?.length ?? 0), 0)
}

t.test('exports of others are imported and served', { skip: withoutSharedExports }, async t => {
  const data = newFolder(t)
  t.match(await run(['init', '--data', data]), { code: 0 })
  for (const path of sharedExports) t.match(await run(['import', path, '--data', data]), { code: 0, err: '' })

  const { printed, interrupt, ended } = start(['serve', '--create', '--port', '0', '--data', data])
  t.teardown(async () => {
    interrupt()
    await ended
  })
  const [, address = ''] = await printed(/^ +interface +(\S+)\/$/m)
  const get = async (path: string) => {
    const response = await fetch(`${address}/cms/v2${path}`)
    const { headers, status } = response
    const [total, pages] = ['total', 'totalpages'].map(name => Number(headers.get(`x-cms-${name}`)))
    return { status, total, pages, link: headers.get('link') ?? '', body: await response.json() }
  }
  const list = async (path: string) => {
    const answer = await get(path)
    return { ...answer, body: answer.body as readonly Item[] }
  }

  const all = await list('/posts?per_page=100')
  const published =
    countIn(/<wp:post_type>(?:<!\[CDATA\[)?post\b/g) - countIn(/<wp:status>(?:<!\[CDATA\[)?(?:draft|future)\b/g)
  t.equal(all.total, published)
  t.equal(all.pages, Math.ceil(all.total / 100))
  const dates = all.body.map(({ date }) => date)
  t.same(dates, [...dates].sort().reverse(), 'the latest come first')

  const second = await list('/posts?per_page=10&page=2')
  t.equal(second.total, all.total)
  t.equal(second.pages, Math.ceil(all.total / 10))
  t.same(second.body, all.body.slice(10, 20))
  t.match(second.link, /page=1[^>]*>; rel="prev".*page=3[^>]*>; rel="next"/)
  t.equal((await get(`/posts?per_page=10&page=${second.pages + 1}`)).status, 400)

  // Forms for comments link to the request.
  const isSample = ({ rendered }: Item['content']) => /<p>.{500}/s.test(rendered) && !rendered.includes('#respond')
  const sample = all.body.find(({ content }) => isSample(content)) as Item
  t.same((await get(`/posts/${sample.id}`)).body, sample)
  t.same(
    (await list(`/posts?slug=${sample.slug}`)).body.map(({ id }) => id),
    [sample.id],
  )
  t.notMatch(sample.content.rendered, /<!-- wp:/)

  const categories = (await get('/categories?per_page=100')).body as readonly { id: number; count: number }[]
  for (const { id, count } of categories) {
    const { total, body } = await list(`/posts?categories=${id}&per_page=1`)
    if (total !== count || !body.every(post => post.categories.includes(id))) t.equal(total, count, `category ${id}`)
  }
  t.ok(
    categories.some(({ count }) => count > 10),
    'the counts of categories are those of their posts',
  )

  const [word = ''] = /\p{L}{7,}/u.exec(sample.title.rendered) ?? /\p{L}{7,}/u.exec(sample.content.rendered) ?? []
  const found = await list(`/posts?search=${encodeURIComponent(word)}&per_page=100`)
  t.ok(
    found.body.some(({ id }) => id === sample.id),
    `"${word}" finds what holds it`,
  )
  t.ok(found.total < all.total)
  t.equal((await list('/posts?search=xyzzyplugh')).total, 0)

  const embedded = (await list(`/posts?include=${sample.id}&_embed`)).body[0]
  t.match(embedded?._embedded, { author: [{ id: sample.author }], 'cms:term': [sample.categories.map(id => ({ id }))] })

  const few = (await list('/posts?per_page=3&_fields=id,title.rendered')).body
  t.same(
    few,
    all.body.slice(0, 3).map(({ id, title }) => ({ id, title: { rendered: title.rendered } })),
  )

  const pages = (await get('/pages?per_page=100')).body as readonly { id: number; parent: number; link: string }[]
  const child = pages.find(({ parent }) => parent !== 0)
  const parent = pages.find(({ id }) => id === child?.parent)
  t.ok(parent && child?.link.startsWith(parent.link), 'pages lie below their parents')
})

const child = item({ title: 'Child', guid: 'a', post_id: 21, post_parent: 22, post_type: 'page', creator: 'ada' })
const parent = item({ title: 'Parent', guid: 'b', post_id: 22, post_type: 'page', creator: 'ada' })
const author = element('wp:author', { 'wp:author_login': 'ada' })
/** The two parts of an export, each with the author. */
const parts = [exportText(author + child), exportText(author + parent)] as const
const zipped = (files: Zippable) => zipSync(files, { level: 6 })

async function importArchivesNewPlace(t: Test) {
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

const sources: Record<string, (place: Awaited<ReturnType<typeof importArchivesNewPlace>>) => string[]> = {
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
    const place = await importArchivesNewPlace(t)
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
  const place = await importArchivesNewPlace(t)
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
  const { platen } = await importArchivesNewPlace(t)
  t.match(await platen(['import', '-'], gzipSync(parts[0])), { code: 0, out: /posts of type page +1 +0/ })
  t.match(await platen(['import', '-'], zipped({ 'a.xml': strToU8(parts[0]) })), {
    code: 1,
    err: /-:1:1: A zip archive/,
  })
})

t.test('files in an archive that are not imported are named', async t => {
  const { platen, write } = await importArchivesNewPlace(t)
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

const importArchivesFailures: Record<string, { bytes: Uint8Array; err: RegExp }> = {
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
for (const [name, { bytes, err }] of Object.entries(importArchivesFailures)) {
  t.test(`${name} after a file that is right: nothing is imported`, async t => {
    const { platen, write } = await importArchivesNewPlace(t)
    const right = write('right.xml', exportText(item({ title: 'A', guid: 'x' })))
    t.match(await platen(['import', right, write('bad', bytes)]), { code: 1, out: '', err })
    t.match(await platen(['import', right]), { code: 0, out: /posts of type post +1 +0/ })
  })
}

t.test('an archive whose files are the same bytes', async t => {
  const { platen, write } = await importArchivesNewPlace(t)
  const bytes = Buffer.from(archive)
  const size = bytes.indexOf('PK\u0001\u0002', 0, 'latin1') + 24
  bytes.writeUInt32LE(0x7fffffff, size)
  t.match(await platen(['import', write('a.zip', bytes)]), { code: 1, out: '', err: /overlap/ })
})

t.test('a file of the list that does not exist', async t => {
  const { platen, write } = await importArchivesNewPlace(t)
  const path = write('a.xml', parts[0])
  t.match(await platen(['import', path, join(path, '..', 'no.xml')]), { code: 1, out: '', err: /no file .*no\.xml/ })
  t.equal(readFileSync(path, 'utf8'), parts[0])
})
