import { RestError } from '@platen/core'
import { createDiskStorage } from '@platen/media'
import { postsIn } from '@platen/site'
import type { FileStorage } from '@platen/site/media'
import t from 'tap'
import { makeSite } from '../../make-site.js'
import { bytesOf, mediaSite, namesIn, painted } from './media-site.js'

const text = bytesOf('x')

/** What a file is called that comes raw under a name, and the title that it gets. */
const NAMES: readonly (readonly [given: string, stored: string])[] = [
  ['note one.txt', 'note-one.txt'],
  ['Ümläut ß.TXT', 'Umlaut-s.txt'],
  ['a..b...c.txt', 'a.b.c.txt'],
  ['a_b--c.txt', 'a_b-c.txt'],
  ["it's a (x) [y].txt", 'its-a-x-y.txt'],
  ['x.php.txt', 'x.php_.txt'],
  ['x.tar.gz.txt', 'x.tar.gz.txt'],
  ['a%20b.txt', 'a20b.txt'],
  ['a#?&.txt', 'a.txt'],
  ['../../up.txt', 'up.txt'],
  ['C:\\files\\up.txt', 'up.txt'],
  ['a-scaled.txt', 'a-scaled-1.txt'],
  ['a-rotated.txt', 'a-rotated-1.txt'],
  ['a-150x150.txt', 'a-150x150-1.txt'],
  ['.hidden.txt', 'hidden.txt'],
  ['____.txt', 'unnamed-file.txt'],
  ['?.txt', 'unnamed-file.txt'],
  ['.txt', 'unnamed-file.txt'],
  ['_.b.txt', 'b.txt'],
  ['-_x_-.txt', 'x_-.txt'],
  ['a.-.txt', 'a.-.txt'],
  ['d.php-.txt', 'd.php-.txt'],
  ['日本.txt', '日本.txt'],
  ['a+b@c~d.txt', 'ab@cd.txt'],
  [`${'long'.repeat(50)}.txt`, `${'long'.repeat(50)}.txt`],
  [`${'long'.repeat(100)}.txt`, `${'long'.repeat(52)}lon.txt`],
  [`${'ab.'.repeat(60)}${'x'.repeat(31)}.phpp.txt`, `ab.${'ab_.'.repeat(52)}txt`],
  [`${'日'.repeat(100)}.txt`, `${'日'.repeat(70)}.txt`],
  [`a${'🎈'.repeat(100)}.txt`, `a${'🎈'.repeat(52)}.txt`],
]

for (const [given, stored] of NAMES) {
  t.test(`stores ${given} as ${stored}`, async t => {
    const { upload, files } = await mediaSite()
    const { status, body } = await upload('x', text, {
      headers: { 'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(given)}` },
    })
    t.equal(status, 201)
    t.same(namesIn(files), [stored])
    t.match(body, { filename: stored, title: { raw: stored.replace(/\.txt$/, '') } })
  })
}

t.test('inner extensions that somebody may not upload are defused', async t => {
  const { upload, files } = await mediaSite()
  for (const as of ['administrator', 'author'])
    for (const name of ['a.html.txt', 'b.css.txt', 'c.htm.png.txt', 'd.csv.txt'])
      t.equal((await upload(`${as}-${name}`, text, { as })).status, 201)
  t.same(namesIn(files), [
    'administrator-a.html.txt',
    'administrator-b.css.txt',
    'administrator-c.htm.png.txt',
    'administrator-d.csv.txt',
    'author-a.html_.txt',
    'author-b.css_.txt',
    'author-c.htm_.png.txt',
    'author-d.csv.txt',
  ])
})

t.test('a form gives the title as it is written', async t => {
  const { upload, files } = await mediaSite()
  const { body } = await upload('My "first" note.txt', text, { form: {} })
  t.match(body, { title: { raw: 'My "first" note' } })
  t.same(namesIn(files), ['My-first-note.txt'])
})

t.test('names that are taken', async t => {
  const { upload, files } = await mediaSite()
  const picture = painted({ width: 400, height: 400 })
  await upload('a.png', picture)
  t.match((await upload('a.png', picture)).body, { filename: 'a-1.png', slug: 'a-1' })
  const names = namesIn(files)
  t.same(names, ['a-1-150x150.png', 'a-1-300x300.png', 'a-1.png', 'a-150x150.png', 'a-300x300.png', 'a.png'])
})

t.test('a picture whose sizes would take the names of other files is called otherwise', async t => {
  const { upload, files } = await mediaSite({}, { services: { clock: () => Date.UTC(2024, 4, 31) } })
  const other = painted({ width: 10, height: 10 })
  files.set('2024/05/b-300x300.png', other)
  t.match((await upload('b.png', painted({ width: 400, height: 400 }))).body, { filename: 'b-1.png' })
  t.same(namesIn(files), ['b-1-150x150.png', 'b-1-300x300.png', 'b-1.png', 'b-300x300.png'])
})

t.test('many at once', async t => {
  const { upload, files, send } = await mediaSite()
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => upload('a.png', painted({ width: 200, height: 200 }))),
  )
  t.same(
    answers.map(({ status }) => status),
    [201, 201, 201, 201, 201, 201],
  )
  const urls = new Set(answers.map(({ body }) => (body as { source_url: string }).source_url))
  t.equal(urls.size, 6)
  t.equal(files.size, 12)
  const { body } = await send('GET /media?per_page=100')
  t.equal(new Set((body as { slug: string }[]).map(({ slug }) => slug)).size, 6)
})

const DISPOSITIONS: readonly (readonly [header: string, name: string | undefined])[] = [
  ['attachment; filename=a.txt', 'a.txt'],
  ['attachment; filename="a b.txt"', 'a-b.txt'],
  ['attachment;FILENAME="a.txt"', 'a.txt'],
  ['inline; filename = a.txt', 'a.txt'],
  ['attachment; filename="a;b.txt"', 'ab.txt'],
  ['attachment; filename="a\\"b.txt"', 'ab.txt'],
  ['attachment; size=1; filename=a.txt', 'a.txt'],
  ['attachment; filename="plain.txt"; filename*=UTF-8\'\'%C3%A4.txt', 'a.txt'],
  ['attachment; filename="plain.txt"; filename*=latin1\'\'%E4.txt', 'plain.txt'],
  ['attachment; filename="plain.txt"; filename*=UTF-8\'\'%E4.txt', 'plain.txt'],
  ['attachment', undefined],
  ['attachment; filename=', undefined],
  ['attachment; filename=""', undefined],
  ['attachment; name="a.txt"', undefined],
]

for (const [header, name] of DISPOSITIONS) {
  t.test(`the name in ${header}`, async t => {
    const { upload } = await mediaSite()
    const { status, body } = await upload('x', text, { headers: { 'content-disposition': header } })
    if (name === undefined)
      t.match({ status, body }, { status: 400, body: { code: 'rest_upload_invalid_disposition' } })
    else t.match(body, { filename: name })
  })
}

/** A storage that counts how often a file is put into it. */
function counted(storage: FileStorage): { storage: FileStorage; puts: () => number } {
  let puts = 0
  const { receive: _, ...others } = storage
  const counting: FileStorage = {
    ...others,
    put(path, file) {
      puts++
      return storage.put(path, file)
    },
  }
  return { storage: counting, puts: () => puts }
}

t.test('many files of one name: each is put twice at most', async t => {
  const { storage, puts } = counted(createDiskStorage({ folder: t.testdir(), url: 'https://site.example/files' }))
  const { site } = await makeSite({ media: { storage } })
  const upload = async () => {
    const headers = {
      'x-as': 'administrator',
      'content-type': 'text/plain',
      'content-disposition': 'attachment; filename="a.txt"',
    }
    const body = { kind: 'bytes', bytes: new TextEncoder().encode('a') } as const
    const answer = await site.dispatch({ method: 'POST', path: '/cms/v2/media', headers, body })
    return (answer.body as { filename: string }).filename
  }
  for (let i = 0; i < 60; i++) await upload()
  const before = puts()
  t.equal(await upload(), 'a-60.txt')
  t.equal(puts() - before, 2)
})

const picture = painted({ width: 9, height: 9 })

t.test('a file of the own storage', async t => {
  const { upload, send, files } = await mediaSite()
  const { source_url: url } = (await upload('a.png', picture)).body as { source_url: string }
  t.match(await send('POST /media', { body: { url } }), {
    status: 201,
    body: { filename: 'a-1.png', title: { raw: 'a-1' } },
  })
  t.match(await send('POST /media', { body: { url: `${url}?v=1#x`, title: 'Copy' } }), {
    status: 201,
    body: { filename: 'a-2.png', title: { raw: 'Copy' } },
  })
  t.equal(files.size, 3)
})

const UNREACHABLE: readonly (readonly [url: unknown, code: string])[] = [
  ['', 'rest_invalid_param'],
  ['no address', 'rest_invalid_param'],
  ['ftp://site.example/files/a.png', 'rest_invalid_param'],
  ['file:///etc/passwd', 'rest_invalid_param'],
  ['https://user:secret@site.example/files/a.png', 'rest_invalid_param'],
  ['https://elsewhere.example/a.png', 'rest_invalid_param'],
  [['https://site.example/files/a.png'], 'rest_invalid_param'],
  [5, 'rest_invalid_param'],
  ['https://site.example/files/none.png', 'rest_upload_not_found'],
  ['https://site.example/files/../../etc/passwd.png', 'rest_upload_not_found'],
  ['https://site.example/files/%2e%2e%2fpasswd.png', 'rest_upload_not_found'],
  ['https://site.example/files/%E4.png', 'rest_invalid_url'],
  ['https://site.example/files/', 'rest_invalid_url'],
]

for (const [url, code] of UNREACHABLE) {
  t.test(`nothing comes of ${JSON.stringify(url)}`, async t => {
    const { send, store } = await mediaSite()
    t.match(await send('POST /media', { body: { url } }), { status: 400, body: { code } })
    t.equal(await postsIn(store).count(), 0)
  })
}

t.test('a file of the web', async t => {
  const asked: unknown[] = []
  const { send } = await mediaSite({
    maxBytes: 1000,
    async download(url, { maxBytes }) {
      asked.push([url, maxBytes])
      if (url.endsWith('none.png')) return undefined
      if (url.endsWith('late.png')) throw new RestError('rest_invalid_url', 'Too late.', 400)
      return url.endsWith('.txt') ? bytesOf('<?php') : picture
    },
  })
  const get = (name: string) => send('POST /media', { body: { url: `https://web.example/x/${name}` } })
  t.match(await get('a%20b.png'), { status: 201, body: { filename: 'a-b.png' } })
  t.match(await get('none.png'), { status: 400, body: { code: 'rest_upload_not_found' } })
  t.match(await get('late.png'), { status: 400, body: { code: 'rest_invalid_url' } })
  t.match(await get('a.txt'), { status: 415, body: { code: 'rest_upload_sideload_error' } })
  t.same(asked[0], ['https://web.example/x/a%20b.png', 1000])
})

t.test('who may not upload makes the site fetch nothing', async t => {
  let fetched = 0
  const { send } = await mediaSite({
    async download() {
      fetched++
      return picture
    },
  })
  for (const as of ['anonymous', 'subscriber', 'contributor']) {
    t.match(await send('POST /media', { as, body: { url: 'https://web.example/a.png' } }), {
      body: { code: 'rest_cannot_create' },
    })
  }
  t.equal(fetched, 0)
})
