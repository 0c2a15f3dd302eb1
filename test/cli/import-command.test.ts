import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { carries, exportText, item, meta } from './export-text.js'
import { run, type Surroundings } from './fake-terminal.js'
import { newFolder } from './new-site.js'

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
