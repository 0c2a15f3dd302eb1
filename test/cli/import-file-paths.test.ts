import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { metaIn, postsIn, whereMeta } from '@platen/site'
import { mediaMetaKeys } from '@platen/site/media'
import t from 'tap'
import { openSiteFile } from '../site/open-site-file.js'
import { exportText, item, meta } from './export-text.js'
import { run, start } from './fake-terminal.js'
import { newFolder } from './new-site.js'

type Test = Parameters<typeof newFolder>[0]

const picture = readFileSync(fileURLToPath(new URL('../../../test/parity/files/media-photo.jpg', import.meta.url)))
const OLD = 'https://old.example/wp-content/uploads'

const attachment = (id: number, url: string, more = '') =>
  item(
    {
      post_id: id,
      title: `File ${id}`,
      guid: url,
      post_type: 'attachment',
      status: 'inherit',
      post_date: '2023-05-06 07:08:09',
      attachment_url: url,
    },
    more,
  )

const text = (value: string) => `s:${Buffer.byteLength(value)}:"${value}";`

/** The details of an image in an export. */
const details = (file: string, sizes: Readonly<Record<string, readonly [string, number, number]>>) => {
  const entries = Object.entries(sizes).map(
    ([name, [file, width, height]]) =>
      `${text(name)}a:4:{${text('file')}${text(file)}${text('width')}i:${width};${text('height')}s:${String(height).length}:"${height}";${text('mime-type')}${text('image/jpeg')}}`,
  )
  return meta(
    '_wp_attachment_metadata',
    `a:2:{${text('file')}${text(file)}${text('sizes')}a:${entries.length}:{${entries.join('')}}}`,
  )
}

/** Imports attachments and posts into a new site, from a folder with these files. */
async function imported(t: Test, body: string, files: readonly string[], bytes: Uint8Array = picture) {
  const [data, folder] = [newFolder(t), newFolder(t)]
  await run(['init', '--data', data])
  writeFileSync(join(data, 'export.xml'), exportText(body))
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), bytes)
  }
  const ran = await run(['import', join(data, 'export.xml'), '--data', data, '--attachments', folder])
  const store = await openSiteFile(join(data, 'site.sqlite'))
  const { and, eq } = whereMeta
  const { records } = await metaIn(store).find({ where: and(eq('kind', 'post'), eq('key', mediaMetaKeys.file)) })
  const stored = new Map(
    records.map(({ object, value }) => [
      object,
      value as { path: string; sizes: Record<string, { file: string; width: number; height: number }> },
    ]),
  )
  const { records: posts } = await postsIn(store).find({})
  await store.close()
  const contentOf = (title: string) => posts.find(post => post.title === title)?.content
  return { data, ran, stored, contentOf, has: (path: string) => existsSync(join(data, 'files', path)) }
}

const KEPT = [
  '2020/03/big-scaled.jpg',
  '2020/03/it-150x150.jpg',
  '2020/03/turned-rotated.jpg',
  '2020/03/edited-e1583020800000.jpg',
  '2020/03/Plus+Sign.JPG',
  '2020/03/UPPER_case--two.JPeG',
  '2020/03/Überblick-日本.jpg',
  '2020/03/copy(1).jpg',
  '2020/03/a.b.c.jpg',
  'logo.jpg',
  'sites/3/2020/x.jpg',
  'woocommerce_uploads/2020/03/y.jpg',
]

t.test('files keep their paths and names', async t => {
  const url = (path: string) => `${OLD}/${path.split('/').map(encodeURIComponent).join('/')}`
  const content = KEPT.map(path => `<img src="${url(path)}"/><img src="${OLD}/${path}"/>`).join('')
  const body =
    KEPT.map((path, at) =>
      attachment(
        at + 1,
        at % 2 === 0 ? url(path) : `${OLD}/${path}`,
        at % 3 === 0 ? meta('_wp_attached_file', path) : '',
      ),
    ).join('') + item({ title: 'Post', guid: 'p', post_id: 90, content })
  const { data, ran, stored, contentOf, has } = await imported(t, body, KEPT)
  t.match(ran, { code: 0, out: new RegExp(`${KEPT.length} stored, 0 missing`) })
  t.notMatch(ran.out, 'could not keep')
  for (const [at, path] of KEPT.entries()) {
    t.equal(stored.get(at + 1)?.path, path)
    t.ok(has(path), path)
  }
  t.equal(contentOf('Post'), content)

  const serving = start(['serve', '--port', '0', '--data', data, '--log-level', 'silent'])
  const [, api = ''] = await serving.printed(/^ +interface +(\S+)\/$/m)
  for (const [at, path] of KEPT.entries()) {
    const { source_url: source } = (await (await fetch(`${api}/cms/v2/media/${at + 1}`)).json()) as {
      source_url: string
    }
    const answer = await fetch(source)
    t.match(answer, { status: 200 }, path)
    t.match(answer.headers.get('content-type'), 'image/jpeg')
    await answer.arrayBuffer()
  }
  serving.interrupt()
  await serving.ended
})

t.test('sizes have the names and dimensions of the export', async t => {
  const sizes = {
    thumbnail: ['big-120x90.jpg', 120, 90],
    medium: ['big-100x80.jpg', 100, 80],
    hero: ['big-hero.jpg', 90, 30],
    stranger: ['../../../etc/x.jpg', 50, 50],
    program: ['x.php.jpg', 40, 40],
    other: ['x.webp', 45, 45],
  } as const
  const path = '2020/03/big-scaled.jpg'
  const image = `<img src="${OLD}/2020/03/big-120x90.jpg"/> <img src="${OLD}/2020/03/big-hero.jpg"/>`
  const lost = `<img src="${OLD}/2020/03/big-77x66.jpg?x=1"/> <img src="${OLD}/2020/03/big-119x89.jpg" srcset="${OLD}/2020/03/big.jpg 9w, ${OLD}/2020/03/big-scaled.jpg 10w"/>`
  const body =
    attachment(1, `${OLD}/${path}`, meta('_wp_attached_file', path) + details(path, sizes)) +
    item({ title: 'Kept', guid: 'k', post_id: 90, content: image }) +
    item({ title: 'Lost', guid: 'l', post_id: 91, content: lost })
  const { stored, contentOf, has, ran } = await imported(t, body, [path])
  t.match(stored.get(1), {
    path,
    sizes: {
      thumbnail: { file: 'big-120x90.jpg', width: 120, height: 90 },
      medium: { file: 'big-100x80.jpg', width: 100, height: 80 },
      hero: { file: 'big-hero.jpg', width: 90, height: 30 },
    },
  })
  for (const name of ['big-120x90.jpg', 'big-100x80.jpg', 'big-hero.jpg']) t.ok(has(`2020/03/${name}`))
  t.equal(contentOf('Kept'), image)
  const now = (name: string) => new RegExp(`src="http://localhost:8080/files/2020/03/${name}"`)
  t.match(contentOf('Lost'), now('big-120x90\\.jpg'), 'the next larger size')
  t.match(contentOf('Lost'), 'http://localhost:8080/files/2020/03/big-scaled.jpg 9w')
  t.match(contentOf('Lost'), `${OLD}/2020/03/big-scaled.jpg 10w`)
  t.match(ran.out, 'content of 1 posts')
})

t.test('sizes do not take the paths of other files', async t => {
  const names = ['it.jpg', 'it-150x150.jpg', 'it-300x200.jpg', 'it-scaled.jpg']
  const files = names.map(name => `2020/03/${name}`)
  const body = files.map((path, at) => attachment(at + 1, `${OLD}/${path}`)).join('')
  for (const order of [
    body,
    [...files]
      .reverse()
      .map((path, at) => attachment(at + 1, `${OLD}/${path}`))
      .join(''),
  ]) {
    const { stored } = await imported(t, order, files)
    t.same([...stored.values()].map(({ path }) => path).sort(), [...files].sort())
    const paths = [...stored.values()].flatMap(({ path, sizes }) => [
      path,
      ...Object.values(sizes).map(({ file }) => `2020/03/${file}`),
    ])
    t.equal(new Set(paths).size, paths.length)
  }
})

t.test('content follows files that cannot keep their paths', async t => {
  const body =
    attachment(1, `${OLD}/2020/03/Rose%20bed.jpg`, meta('_wp_attached_file', '2020/03/Rose bed.jpg')) +
    attachment(2, `${OLD}/2020/03/x.php.jpg`) +
    attachment(3, `${OLD}/2020/03/same.jpg`) +
    attachment(4, `http://old.example/wp-content/uploads/2020/03/same.jpg`) +
    item({
      title: 'Post',
      guid: 'p',
      post_id: 90,
      content: `<!-- wp:image {"id":1} --><img src="${OLD}/2020/03/Rose%20bed.jpg"/><a href="//old.example/wp-content/uploads/2020/03/x.php.jpg">x</a><!-- /wp:image --> <img src='${OLD}/2020/03/same.jpg'/> ${OLD}/2020/03/Rose%20bed-150x150.jpg ${OLD}/2020/03/none.jpg`,
    })
  const { ran, stored, contentOf, has } = await imported(t, body, [
    '2020/03/Rose bed.jpg',
    '2020/03/x.php.jpg',
    '2020/03/same.jpg',
  ])
  t.match(ran, { code: 0, out: /4 stored, 0 missing/ })
  t.match(ran.out, /could not keep their paths:\n +1 {2}2020\/03\/Rose bed\.jpg: now 2020\/03\/Rose-bed\.jpg\n/)
  for (const { path } of stored.values()) t.ok(has(path))
  const files = 'http://localhost:8080/files/2020/03'
  t.equal(
    contentOf('Post'),
    `<!-- wp:image {"id":1} --><img src="${files}/Rose-bed.jpg"/><a href="${files}/x.php_.jpg">x</a><!-- /wp:image --> <img src='${OLD}/2020/03/same.jpg'/> ${files}/Rose-bed-150x150.jpg ${OLD}/2020/03/none.jpg`,
  )
})

t.test('files that are fetched keep their paths', async t => {
  const server = createServer((_req, res) => res.end(picture))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const data = newFolder(t)
  await run(['init', '--data', data])
  writeFileSync(
    join(data, 'export.xml'),
    exportText(
      attachment(1, `${url}/wp-content/uploads/2020/03/Plus+Sign-scaled.JPG`) +
        attachment(2, `${url}/2008/06/a-150x150.jpg`) +
        attachment(3, `${url}/files/b.jpg`, meta('_wp_attached_file', '/var/www/wp-content/uploads/2001/02/b.jpg')),
    ),
  )
  const flags = ['--fetch-attachments', '--allow-private-addresses']
  t.match(await run(['import', join(data, 'export.xml'), '--data', data, ...flags]), { code: 0, out: /3 stored/ })
  for (const path of ['2020/03/Plus+Sign-scaled.JPG', '2008/06/a-150x150.jpg', '2001/02/b.jpg'])
    t.ok(existsSync(join(data, 'files', path)), path)
})
