import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { metaIn, postsIn, whereMeta } from '@platen/site'
import { mediaMetaKeys } from '@platen/site/media'
import t from 'tap'
import { wave } from '../media/sample-recordings.js'
import { openSiteFile } from '../site/open-site-file.js'
import { exportText, item, meta } from './export-text.js'
import { run, start } from './fake-terminal.js'
import { newFolder } from './new-site.js'

type Test = Parameters<typeof newFolder>[0]

const picture = readFileSync(fileURLToPath(new URL('../../../test/parity/files/media-photo.jpg', import.meta.url)))
const fetching = ['--fetch-attachments', '--allow-private-addresses']

/** The server of an old site: it logs the paths of requests, and answers with an image by default. */
async function oldSite(t: Test) {
  const requested: string[] = []
  const answers = new Map<string, (res: ServerResponse) => void>()
  const server = createServer((req, res) => {
    requested.push(req.url ?? '')
    const answer = answers.get(req.url ?? '')
    if (answer) answer(res)
    else res.end(picture)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, requested, answers }
}

const attachment = (id: number, url: string, file?: string) =>
  item(
    {
      post_id: id,
      title: `File ${id}`,
      guid: `https://old.example/?p=${id}`,
      post_type: 'attachment',
      status: 'inherit',
      post_date: '2023-05-06 07:08:09',
      post_date_gmt: '2023-05-06 07:08:09',
      attachment_url: url,
    },
    (file === undefined ? '' : meta('_wp_attached_file', file)) + meta('_wp_attachment_image_alt', `Alt ${id}`),
  )

/** A new site, an export with these attachments, and what the site has of their files. */
async function newPlace(t: Test, attachments: string) {
  const data = newFolder(t)
  await run(['init', '--data', data])
  const path = join(data, 'export.xml')
  writeFileSync(path, exportText(attachments))
  return {
    data,
    words: (more: readonly string[]) => ['import', path, '--data', data, ...more],
    async files() {
      const store = await openSiteFile(join(data, 'site.sqlite'))
      const { and, eq } = whereMeta
      const of = async (key: string) => {
        const { records } = await metaIn(store).find({ where: and(eq('kind', 'post'), eq('key', key)) })
        return new Map(records.map(({ object, value }) => [object, value as Record<string, unknown>]))
      }
      const found = { posts: (await postsIn(store).find({})).records, stored: await of(mediaMetaKeys.file) }
      await store.close()
      return found
    },
  }
}

t.test('audio and video have their properties', async t => {
  const { data, words, files } = await newPlace(
    t,
    attachment(14, 'https://old.example/wp-content/uploads/2024/02/tone.wav'),
  )
  writeFileSync(join(data, 'tone.wav'), wave(2))
  t.match(await run(words(['--attachments', data])), { code: 0, out: /1 stored, 0 missing/ })
  const { posts, stored } = await files()
  t.match(
    posts.find(each => each.id === 14),
    { title: 'File 14', mimeType: 'audio/wav' },
  )
  t.match(stored.get(14), { recording: { container: 'wav', duration: 2, audio: { sampleRate: 8000 } } })
})

t.test('files are fetched, with their sizes, and everything else stays', async t => {
  const old = await oldSite(t)
  const { data, words, files } = await newPlace(
    t,
    attachment(11, `${old.url}/wp-content/uploads/2024/02/Rose%20bed.jpg`, '2024/02/Rose bed.jpg') +
      attachment(12, `${old.url}/x/lily.jpg?w=1`),
  )
  const ran = await run(words(fetching))
  t.match(ran, { code: 0, err: '', out: /Files of attachments: 2 stored, 0 missing\.$/ })
  const { posts, stored } = await files()
  t.match(stored.get(11), { path: /^2024\/02\/Rose-bed/, sizes: { thumbnail: { width: 150, height: 150 } } })
  t.match(stored.get(12), { path: /^2023\/05\/lily/ }, 'under the month of the attachment')
  for (const { path } of stored.values()) t.ok(existsSync(join(data, 'files', String(path))))
  t.match(
    posts.find(({ id }) => id === 11),
    { title: 'File 11', mimeType: 'image/jpeg', guid: 'https://old.example/?p=11' },
  )

  const serving = start(['serve', '--create', '--port', '0', '--data', data, '--log-level', 'silent'])
  const [, api = ''] = await serving.printed(/^ +interface +(\S+)\/$/m)
  const media = (await (await fetch(`${api}/cms/v2/media/11`)).json()) as { source_url: string }
  t.match(media, { alt_text: 'Alt 11', media_details: { sizes: { thumbnail: {} } } })
  t.equal((await fetch(media.source_url)).status, 200)
  serving.interrupt()
  await serving.ended
})

t.test('a second run fetches only the missing files', async t => {
  const old = await oldSite(t)
  const names = ['a.jpg', 'broken.jpg', 'gone.jpg', 'c.jpg', 'program.exe', 'false.jpg']
  const { words, files } = await newPlace(t, names.map((name, i) => attachment(i + 1, `${old.url}/${name}`)).join(''))
  old.answers.set('/broken.jpg', res => res.writeHead(500).end())
  old.answers.set('/gone.jpg', res => res.writeHead(404).end())
  old.answers.set('/false.jpg', res => res.end('<script>'))
  const first = await run(words(fetching))
  t.match(first, { code: 1, out: /Files of attachments: 2 stored, 4 missing\.$/ })
  t.match(first.err, /^ +2 {2}http\S+\/broken\.jpg: .*500.*\n +3 {2}http\S+\/gone\.jpg: .+\n +5 .+\n +6 .+\n/m)
  t.same([...old.requested].sort(), names.map(name => `/${name}`).sort())

  old.answers.clear()
  old.requested.length = 0
  t.match(await run(words(fetching)), { code: 1, out: /3 stored, 1 missing/, err: /program\.exe/ })
  t.same([...old.requested].sort(), ['/broken.jpg', '/false.jpg', '/gone.jpg', '/program.exe'])
  t.same([...(await files()).stored.keys()].sort(), [1, 2, 3, 4, 6])
})

t.test('a server that does not respond is given up, others are not', async t => {
  const [dead, old] = [await oldSite(t), await oldSite(t)]
  const numbers = Array.from({ length: 40 }, (_, i) => i + 1)
  for (const number of numbers) dead.answers.set(`/${number}.jpg`, res => res.destroy())
  for (const number of numbers.slice(1)) old.answers.set(`/${number}.jpg`, res => res.writeHead(500).end())
  const { words, files } = await newPlace(
    t,
    numbers.flatMap(n => [attachment(n, `${dead.url}/${n}.jpg`), attachment(n + 100, `${old.url}/${n}.jpg`)]).join(''),
  )
  const { out, err } = await run(words(fetching))
  t.match(out, /1 stored, 79 missing/)
  t.match(err, / 40 {2}http\S+: 127\.0\.0\.1:\d+ did not respond to 1\d requests in succession\.\n/)
  t.ok(dead.requested.length >= 10 && dead.requested.length < 14, `${dead.requested.length} requests`)
  t.equal(old.requested.length, 40)

  dead.answers.clear()
  t.match(await run(words(fetching)), { out: /40 stored, 39 missing/ })
  t.ok((await files()).stored.has(40))
})

t.test('private addresses are refused unless they are allowed', async t => {
  const old = await oldSite(t)
  const { words, files } = await newPlace(t, attachment(1, `${old.url}/a.jpg`) + attachment(2, 'file:///etc/passwd'))
  const { code, out, err } = await run(words(['--fetch-attachments']))
  t.equal(code, 1)
  t.match(out, /0 stored, 2 missing/)
  t.match(err, /a\.jpg: .+\n.*passwd: .+/)
  t.same(old.requested, [])
  const { posts, stored } = await files()
  t.equal(posts.length, 2, 'the attachments are imported')
  t.equal(stored.size, 0)
})

t.test('files of a folder', async t => {
  const folder = newFolder(t)
  const put = (path: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), picture)
  }
  for (const path of ['2024/02/rose.jpg', 'sites/3/2024/03/lily.jpg', 'flat.jpg', 'Größe.jpg']) put(path)
  symlinkSync(join(folder, 'flat.jpg'), join(folder, 'inside.jpg'))
  const old = await oldSite(t)
  const { words, files } = await newPlace(
    t,
    attachment(1, 'https://old.example/anything', '2024/02/rose.jpg') +
      attachment(2, 'https://old.example/uploads/sites/3/2024/03/lily.jpg') +
      attachment(3, 'https://old.example/uploads/2020/01/flat.jpg', '2020/01/flat.jpg') +
      attachment(4, 'https://old.example/inside.jpg') +
      attachment(5, 'https://old.example/Gr%C3%B6%C3%9Fe.jpg') +
      attachment(6, `${old.url}/2024/04/elsewhere.jpg`),
  )
  t.match(await run(words(['--attachments', folder])), { code: 1, out: /5 stored, 1 missing/, err: /elsewhere\.jpg/ })
  t.match(await run(words(['--attachments', folder, ...fetching])), { code: 0, out: /1 stored, 0 missing/ })
  t.same(old.requested, ['/2024/04/elsewhere.jpg'])
  const { stored } = await files()
  t.same(
    [...stored].sort(([a], [b]) => a - b).map(([, { path }]) => dirname(String(path))),
    ['2024/02', 'sites/3/2024/03', '2020/01', '2023/05', '2023/05', '2024/04'],
  )
})

t.test('nothing outside of the folder is read', async t => {
  const outside = newFolder(t)
  const folder = join(outside, 'uploads')
  mkdirSync(join(folder, 'folder.jpg'), { recursive: true })
  writeFileSync(join(outside, 'secret.jpg'), picture)
  writeFileSync(`${folder}-secret.jpg`, picture)
  symlinkSync(join(outside, 'secret.jpg'), join(folder, 'link.jpg'))
  symlinkSync(outside, join(folder, 'up'))
  const wanted: readonly (readonly [url: string, file?: string])[] = [
    ['https://old.example/x', '../secret.jpg'],
    ['https://old.example/x', join(outside, 'secret.jpg')],
    ['https://old.example/x', '..\\secret.jpg'],
    ['https://old.example/x', '../uploads-secret.jpg'],
    ['https://old.example/..%2Fsecret.jpg'],
    ['https://old.example/%2e%2e/secret.jpg'],
    ['https://old.example/link.jpg'],
    ['https://old.example/up/secret.jpg'],
    ['https://old.example/x', 'a\0b'],
    ['https://old.example/folder.jpg'],
    ['nonsense'],
  ]
  const { words, files } = await newPlace(
    t,
    wanted.map(([url, file], i) => attachment(i + 1, url, file?.replace('\0', ''))).join(''),
  )
  const { code, out } = await run(words(['--attachments', folder]))
  t.equal(code, 1)
  t.match(out, `0 stored, ${wanted.length} missing`)
  t.equal((await files()).stored.size, 0)
})

t.test('an interruption leaves the import and what was fetched', async t => {
  const old = await oldSite(t)
  const { words, files } = await newPlace(
    t,
    attachment(1, `${old.url}/a.jpg`) + attachment(2, `${old.url}/slow.jpg`) + attachment(3, `${old.url}/slower.jpg`),
  )
  let slow = () => {}
  const waits = new Promise<void>(resolve => {
    slow = resolve
  })
  old.answers.set('/slow.jpg', res => res.writeHead(200).write(picture.subarray(0, 100)))
  old.answers.set('/slower.jpg', () => slow())
  const running = start(words(fetching))
  await waits
  while ((await files()).stored.size === 0) await new Promise(resolve => setTimeout(resolve, 20))
  running.interrupt()
  const { code, err } = await running.ended
  t.equal(code, 130)
  t.match(err, /^platen: Interrupted\. Files of attachments: 1 stored, 2 missing\.\nRun the command again/)
  old.answers.clear()
  t.match(await run(words(fetching)), { code: 0, out: /2 stored, 0 missing/ })
})

t.test('a folder that is not there', async t => {
  const { data, words, files } = await newPlace(t, attachment(1, 'https://old.example/a.jpg'))
  t.match(await run(words(['--attachments', join(data, 'none')])), { code: 2, err: /none/ })
  t.equal((await files()).posts.length, 0)
})

t.test('a place for files that cannot be one', async t => {
  const old = await oldSite(t)
  const { data, words } = await newPlace(t, attachment(1, `${old.url}/a.jpg`))
  const into = (folder: string) => run(words([...fetching, '--files', folder]))
  t.match(await into(join(data, 'site.sqlite')), { code: 1, err: /^platen: --files .+ not a folder\.$/ })
  const { code, err } = await into(join(data, 'site.sqlite', 'files'))
  t.equal(code, 1)
  t.match(err, /^platen: The files cannot be stored: .+\nRun the command again/)
})
