import t from 'tap'
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
