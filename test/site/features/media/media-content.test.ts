import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createRecordingReader } from '@platen/media'
import { type PostRecord, postsIn, type Site } from '@platen/site'
import { postDeleted, postSaved } from '@platen/site/extend'
import { deleteMedia, type NewFile, updateMedia } from '@platen/site/operations'
import t from 'tap'
import * as sample from '../../../media/sample-recordings.js'
import { parityFolder } from '../../../parity/runner/scenario.js'
import { onEveryStore } from '../../every-store.js'
import type { TestSite } from '../../make-site.js'
import { bytesOf, type MediaSite, mediaSite, namesIn, painted } from './media-site.js'

const by = ({ users, site }: TestSite, role: string) => ({ as: users.get(role) ?? site.principalOf(undefined) })
const text: NewFile = { name: 'notes.txt', bytes: bytesOf('Hello') }

function eventsOf(site: Site): string[] {
  const events: string[] = []
  site.on(postSaved, ({ post, before }) => void events.push(`${before?.title ?? 'new'} ${post.title}`))
  site.on(postDeleted, ({ post }) => void events.push(`deleted ${post.title}`))
  return events
}

onEveryStore(t, 'a file lives its life in process', async (t, make) => {
  const made = await mediaSite({}, {}, make)
  const events = eventsOf(made.site)
  const { media } = made.site.content
  const author = by(made, 'author')
  const bytes = painted({ width: 400, height: 300 })
  const image = await media.create({ name: 'a/b/Leek soup.png', bytes, alt: '<b>Soup</b>', excerpt: 'x' }, author)
  t.match(image, { type: 'attachment', mimeType: 'image/png', title: 'Leek-soup', excerpt: 'x', author: author.as.id })
  t.same(namesIn(made.files).includes('Leek-soup.png'), true)
  t.ok(made.files.size > 1, 'smaller sizes')
  t.match((await made.send(`GET /media/${image.id}`)).body, { alt_text: 'Soup' })
  t.same(await media.get(image.id, by(made, 'anonymous')), image)
  t.match(await media.update(image.id, { title: 'Soup' }, { ...author, version: image.version }), { title: 'Soup' })
  t.match(await media.delete(image.id, author), { id: image.id })
  t.equal(made.files.size, 0)
  t.same(events, ['new Leek-soup', 'Leek-soup Soup', 'deleted Soup'])
})

onEveryStore(t, 'without smaller sizes a file is one file', async (t, make) => {
  const made = await mediaSite({}, {}, make)
  const file = { name: 'a.png', bytes: painted({ width: 400, height: 300 }), sizes: false }
  await made.site.content.media.create(file, { as: made.site.system })
  t.equal(made.files.size, 1)
})

type Refused = readonly [
  what: string,
  codes: Readonly<Record<string, string>>,
  run: (made: TestSite, role: string) => Promise<unknown>,
]
const created = ({ site }: TestSite): Promise<PostRecord> => site.content.media.create(text, { as: site.system })
const refused: readonly Refused[] = [
  [
    'upload',
    { contributor: 'rest_cannot_create', subscriber: 'rest_cannot_create', anonymous: 'rest_cannot_create' },
    (made, role) => made.site.content.media.create(text, by(made, role)),
  ],
  [
    "attach to others' posts",
    { author: 'rest_cannot_edit' },
    async (made, role) => {
      const post = await made.site.content.posts.create({ title: 'x' }, { as: made.site.system })
      return made.site.content.media.create({ ...text, attachedTo: post.id }, by(made, role))
    },
  ],
  [
    "change others' files",
    { author: 'rest_cannot_edit', subscriber: 'rest_cannot_edit', anonymous: 'rest_cannot_edit' },
    async (made, role) => made.site.content.media.update((await created(made)).id, { title: 'y' }, by(made, role)),
  ],
  [
    "delete others' files",
    { author: 'rest_cannot_delete', contributor: 'rest_cannot_delete', anonymous: 'rest_cannot_delete' },
    async (made, role) => made.site.content.media.delete((await created(made)).id, by(made, role)),
  ],
]
for (const [what, codes, run] of refused) {
  for (const [role, code] of Object.entries(codes)) {
    t.test(`${role} may not ${what}`, async t => {
      const made = await mediaSite()
      await t.rejects(run(made, role), { name: 'RestError', code, status: role === 'anonymous' ? 401 : 403 })
      const { records } = await made.site.content.media.find({}, { as: made.site.system })
      t.equal(made.files.size, records.length)
      for (const record of records) t.equal(record.title, 'notes')
    })
  }
}

t.test('files that are not accepted leave nothing', async t => {
  const made = await mediaSite({ maxBytes: 10 })
  const { media } = made.site.content
  const as = made.site.system
  for (const [file, code] of [
    [{ name: 'a.exe', bytes: bytesOf('x') }, 'rest_upload_sideload_error'],
    [{ name: 'a.txt', bytes: bytesOf('more than ten') }, 'rest_upload_file_too_big'],
    [{ ...text, attachedTo: 4711 }, 'rest_cannot_edit'],
    [{ ...text, featuredMedia: 1 }, 'rest_no_featured_media'],
  ] as const)
    await t.rejects(media.create(file, { as }), { name: 'RestError', code })
  t.equal(made.files.size, 0)
  t.equal(await postsIn(made.store).count(), 0)
})

t.test('a site without a storage takes no files', async t => {
  const { site } = await mediaSite({ storage: undefined })
  await t.rejects(site.content.media.create(text, { as: site.system }), {
    code: 'rest_upload_unavailable',
    status: 501,
  })
})

t.test('a post that is not an attachment cannot be changed as one', async t => {
  const made = await mediaSite()
  const { media, posts } = made.site.content
  const as = made.site.system
  const post = await posts.create({ title: 'x' }, { as })
  for (const id of [post.id, 4711]) {
    t.equal(await media.get(id, { as }), undefined)
    await t.rejects(media.update(id, { title: 'y' }, { as }), { code: 'rest_post_invalid_id', status: 404 })
    await t.rejects(media.delete(id, { as }), { code: 'rest_post_invalid_id', status: 404 })
  }
  t.same(await posts.get(post.id, { as }), post)
  t.same((await media.find({}, { as })).records, [])
})

onEveryStore(t, 'a version that is not the stored one is refused, and nothing changes', async (t, make) => {
  const made = await mediaSite({}, {}, make)
  const { media } = made.site.content
  const as = made.site.system
  const file = await media.create(text, { as })
  const files = made.files.size
  const version = file.version + 1
  const conflict = { code: 'rest_precondition_failed', status: 412 }
  await t.rejects(media.update(file.id, { title: 'Two' }, { as, version }), conflict)
  await t.rejects(media.delete(file.id, { as, version }), conflict)
  t.same(await postsIn(made.store).get(file.id), file)
  t.equal(made.files.size, files)
})

onEveryStore(t, 'files are removed after the commit, and stay when there is none', async (t, make) => {
  const made = await mediaSite({}, {}, make)
  const { site } = made
  const { id } = await site.content.media.create(text, { as: site.system })
  const events = eventsOf(site)
  const write = (fails: boolean) =>
    site.content.transaction(async tx => {
      await updateMedia(tx, site.system, { id, title: 'Two' })
      await deleteMedia(tx, site.system, { id })
      t.equal(made.files.size, 1)
      t.same(events, [])
      if (fails) throw new Error('no')
    })
  await t.rejects(write(true), /no/)
  t.match(await site.content.media.get(id, { as: site.system }), { title: 'notes' })
  t.equal(made.files.size, 1)
  await write(false)
  t.equal(made.files.size, 0)
  t.same(events, ['notes Two', 'deleted Two'])
})

const sound = readFileSync(join(parityFolder, 'files/media-sound.mp3'))

const attach = (made: MediaSite, name: string, attachedTo: number, values: object = {}) =>
  made.site.content.media.create({ name: `${name}.mp3`, bytes: sound, attachedTo, ...values }, { as: made.site.system })

const post = (made: TestSite, content: string, values: object = {}) =>
  made.site.content.posts.create({ title: 'P', status: 'publish', content, ...values }, { as: made.site.system })

const playedIn = (html: string): readonly string[] =>
  [...html.matchAll(/\/([\w-]+)\.mp3\?/g)].map(([, name = '']) => name)

async function played(made: TestSite, id: number, as = 'anonymous') {
  const { body } = await made.send(`GET /posts/${id}?_fields=content`, { as })
  return playedIn((body as { content: { rendered: string } }).content.rendered)
}

onEveryStore(t, 'a player without a file plays the first one that is attached to its post', async (t, make) => {
  const made = await mediaSite({}, {}, make)
  const [first, second, third] = [
    await post(made, '[audio]'),
    await post(made, '[audio][audio]'),
    await post(made, '[audio]'),
  ]
  for (const name of ['a', 'b']) await attach(made, name, first.id)
  const later = await attach(made, 'c', second.id)
  await attach(made, 'd', second.id)
  t.same(await played(made, first.id), ['a'])
  t.same(await played(made, second.id), ['c', 'c'])
  t.same(await played(made, third.id), [])
  const { body } = await made.send('GET /posts?orderby=id&order=asc&_fields=content', { as: 'anonymous' })
  const shown = (body as { content: { rendered: string } }[]).map(({ content }) => playedIn(content.rendered))
  t.same(shown, [['a'], ['c', 'c'], []])
  await postsIn(made.store).update(later.id, { menuOrder: 1 })
  t.same(await played(made, second.id), ['d', 'd'])
})

onEveryStore(t, 'nobody hears what they may not see', async (t, make) => {
  const made = await mediaSite({}, {}, make)
  const { id } = await post(made, '[audio]')
  const hidden = await attach(made, 'hidden', id)
  await postsIn(made.store).update(hidden.id, { status: 'private' })
  t.same(await played(made, id), [])
  t.same(await played(made, id, 'administrator'), [], 'only what is shown with its post')
  await attach(made, 'open', id)
  t.same(await played(made, id), ['open'])
})

t.test('many players do not make endless HTML', async t => {
  const made = await mediaSite()
  const { id } = await post(made, '[audio]'.repeat(50_000))
  await attach(made, 'a', id)
  t.equal((await played(made, id)).length, 2000)
})

const picture = (made: MediaSite, name: string, values: object = {}) =>
  made.site.content.media.create(
    { name: `${name}.png`, bytes: painted({ width: 400, height: 300 }), ...values },
    { as: made.site.system },
  )

async function shown(made: TestSite, id: number, as = 'anonymous'): Promise<string> {
  const { body } = await made.send(`GET /posts/${id}?_fields=content`, { as })
  return (body as { content: { rendered: string } }).content.rendered
}

const loadGalleriesNamesIn = (html: string): readonly string[] =>
  [...html.matchAll(/ src="[^"]*\/(\w+)-150x150\.png"/g)].map(([, name = '']) => name)

onEveryStore(t, 'a gallery shows the images that its reader may see', async (t, make) => {
  const made = await mediaSite({}, {}, make)
  const draft = await post(made, 'x', { status: 'draft' })
  const [open, hidden] = [await picture(made, 'open'), await picture(made, 'hidden', { attachedTo: draft.id })]
  const { id } = await post(made, `[gallery ids="${hidden.id},${open.id},${draft.id},999999"]`)
  t.same(loadGalleriesNamesIn(await shown(made, id)), ['open'])
  t.same(loadGalleriesNamesIn(await shown(made, id, 'administrator')), ['hidden', 'open'])
  await made.site.content.media.delete(open.id, { as: made.site.system })
  t.equal((await shown(made, id)).trim(), '')
})

onEveryStore(t, 'a gallery without ids shows the images of its post', async (t, make) => {
  const made = await mediaSite({}, {}, make)
  const [first, second] = [await post(made, '[gallery]'), await post(made, '[gallery]')]
  for (const name of ['a', 'b']) await picture(made, name, { attachedTo: first.id })
  await picture(made, 'c', { attachedTo: second.id })
  t.same(loadGalleriesNamesIn(await shown(made, first.id)), ['a', 'b'])
  t.same(loadGalleriesNamesIn(await shown(made, second.id)), ['c'])
})

t.test('many galleries do not make endless HTML', async t => {
  const made = await mediaSite()
  const ids: number[] = []
  for (let index = 0; index < 20; index++)
    ids.push((await picture(made, `p${index}`, { excerpt: 'c'.repeat(1000) })).id)
  const { id } = await post(
    made,
    `[gallery ids="${ids}" size="${'s'.repeat(100_000)}"]\n`.repeat(3) + `[gallery ids="${ids}"]`.repeat(5000),
  )
  const html = await shown(made, id)
  t.ok(html.length > 1_000_000)
  t.ok(html.length < 10_000_000)
})

const recordings = createRecordingReader()
const frames = [sample.textFrame('TPE1', 'The Band'), sample.pictureFrame(painted({ width: 400, height: 300 }))]
const loadPlaylistsSound = Buffer.concat([sample.id3Tag(frames), sample.mpegSound(12)])

const song = (made: MediaSite, name: string, values: object = {}) =>
  made.site.content.media.create(
    { name: `${name}.mp3`, bytes: loadPlaylistsSound, ...values },
    { as: made.site.system },
  )

const loadPlaylistsPost = (made: MediaSite, content: string, status = 'publish') =>
  made.site.content.posts.create({ title: 'P', status, content }, { as: made.site.system })

async function loadPlaylistsShown(made: MediaSite, id: number, as = 'anonymous'): Promise<string> {
  const { body } = await made.send(`GET /posts/${id}?_fields=content`, { as })
  return (body as { content: { rendered: string } }).content.rendered
}

interface Track {
  readonly title: string
  readonly image?: { readonly src: string; readonly width: number }
}

/** The tracks of the first playlist, as the script of a page reads them. */
function tracksIn(html: string): readonly Track[] {
  const [, json = '{"tracks":[]}'] = /<script type="application\/json"[^>]*>(.*?)<\/script>/.exec(html) ?? []
  return (JSON.parse(json) as { tracks: Track[] }).tracks
}

onEveryStore(t, 'a playlist has the files that its reader may see, with their covers', async (t, make) => {
  const made = await mediaSite({ recordings }, {}, make)
  const draft = await loadPlaylistsPost(made, 'x', 'draft')
  const [open, hidden] = [await song(made, 'open'), await song(made, 'hidden', { attachedTo: draft.id })]
  const { id } = await loadPlaylistsPost(made, `[playlist ids="${hidden.id},${open.id},${draft.id},999999"]`)
  t.match(tracksIn(await loadPlaylistsShown(made, id)), [
    {
      title: 'open',
      meta: { artist: 'The Band' },
      image: { src: /image\.png$/, width: 400, height: 300 },
      thumb: { src: /-150x150\.png$/, width: 150, height: 150 },
    },
  ])
  t.same(
    tracksIn(await loadPlaylistsShown(made, id, 'administrator')).map(({ title }) => title),
    ['hidden', 'open'],
  )
})

t.test('texts of a file cannot end the script', async t => {
  const made = await mediaSite({ recordings })
  const { id: file } = await song(made, 'a', {
    title: '</script><b>T</b>',
    excerpt: '<!-- <script>',
    content: '</SCRIPT>',
  })
  const html = await loadPlaylistsShown(made, (await loadPlaylistsPost(made, `[playlist ids="${file}"]`)).id)
  t.match(tracksIn(html), [{ title: '</script><b>T</b>', caption: '<!-- <script>', description: '</SCRIPT>' }])
  t.notMatch(html, '<b>')
})

t.test('many playlists do not make endless HTML', async t => {
  const made = await mediaSite({ recordings })
  const { id: file } = await song(made, 'a', { content: 'd'.repeat(20_000) })
  const html = await loadPlaylistsShown(
    made,
    (await loadPlaylistsPost(made, `[playlist ids="${file}"]`.repeat(5000))).id,
  )
  t.ok(html.length > 1_000_000)
  t.ok(html.length < 10_000_000)
})
