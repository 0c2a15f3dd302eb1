import { metaIn, postsIn, type SitePrincipal, whereMeta } from '@platen/site'
import { mediaMetaKeys } from '@platen/site/media'
import { attachFile } from '@platen/site/operations'
import t from 'tap'
import { onEveryStore, twoProcesses } from '../../every-store.js'
import { countingSite, recordOf } from '../posts/counting-site.js'
import { bytesOf, type MediaSite, mediaSite, namesIn, openStorage, painted, paintedImages } from './media-site.js'

const picture = painted({ width: 400, height: 300 })

onEveryStore(t, 'a deleted picture is nowhere any more', async (t, make) => {
  const { upload, send, store, files } = await mediaSite({}, {}, make)
  const { id } = (await upload('a.png', picture)).body as { id: number }
  const { id: other } = (await upload('b.png', picture)).body as { id: number }
  const posts: number[] = []
  for (const featured_media of [id, other]) {
    const { body } = await send('POST /posts', { body: { title: 'x', status: 'publish', featured_media } })
    posts.push((body as { id: number }).id)
  }
  await store.options.set('site_icon', id)
  await store.options.set('site_logo', other)
  t.match(await send(`DELETE /media/${id}?force=true&_fields=deleted,previous.id`), {
    status: 200,
    body: { deleted: true, previous: { id } },
  })
  t.match((await send(`GET /posts/${posts[0]}`)).body, { featured_media: 0 })
  t.match((await send(`GET /posts/${posts[1]}`)).body, { featured_media: other })
  t.equal(await store.options.get('site_icon'), undefined)
  t.equal(await store.options.get('site_logo'), other)
  t.same(namesIn(files), ['b-150x150.png', 'b-300x225.png', 'b.png'])
  t.equal((await send(`DELETE /media/${id}?force=true`)).status, 404)
})

onEveryStore(t, 'searches look at names of files', async (t, make) => {
  const { upload, send } = await mediaSite({}, {}, make)
  await upload('holiday-beach.png', picture, { query: 'title=One' })
  await upload('office.png', picture, { query: 'title=Two' })
  const found = async (query: string) =>
    ((await send(`GET /media?${query}&_fields=title`)).body as { title: { rendered: string } }[]).map(
      ({ title }) => title.rendered,
    )
  t.same(await found('search=beach'), ['One'])
  t.same(await found('search=BEACH'), ['One'])
  t.same(await found('search=beach%20one'), ['One'])
  t.same(await found('search=beach%20two'), [])
  t.same(await found('search=-beach'), ['Two'])
  t.same(await found('search=beach&search_columns=post_content'), ['One'])
})

t.test('changes of what has changed meanwhile', async t => {
  const { upload, send } = await mediaSite()
  const { id } = (await upload('a.png', picture)).body as { id: number }
  const { ETag: etag = '' } = (await send(`GET /media/${id}?context=edit`)).headers
  t.not(etag, '')
  const put = (title: string, tag: string) =>
    send(`PUT /media/${id}`, { body: { title }, headers: { 'if-match': tag } })
  t.equal((await put('First', etag)).status, 200)
  t.equal((await put('Second', etag)).status, 412)
  t.equal((await send(`DELETE /media/${id}?force=true`, { headers: { 'if-match': etag } })).status, 412)
  t.match((await send(`GET /media/${id}`)).body, { title: { rendered: 'First' } })
})

t.test('two processes that store files in the same folder', async t => {
  const files = new Map<string, Uint8Array>()
  const [one, two] = await twoProcesses(t, { media: { storage: openStorage(files), images: paintedImages } })
  const send = (site: typeof one) =>
    site.site.dispatch({
      method: 'POST',
      path: `/${site.site.context.namespace}/media`,
      headers: {
        'x-as': 'administrator',
        'content-type': 'image/png',
        'content-disposition': 'attachment; filename=a.png',
      },
      body: { kind: 'bytes', bytes: picture },
    })
  const answers = await Promise.all([send(one), send(two), send(one), send(two)])
  t.same(
    answers.map(({ status }) => status),
    [201, 201, 201, 201],
  )
  t.equal(files.size, 12)
  const slugs = ((await one.send('GET /media?_fields=slug')).body as { slug: string }[]).map(({ slug }) => slug)
  t.equal(new Set(slugs).size, 4)
})

t.test('who sees what', async t => {
  const { upload, send } = await mediaSite()
  const parent = async (status: string) =>
    ((await send('POST /posts', { body: { title: status, status } })).body as { id: number }).id
  const cases: readonly (readonly [query: string, readers: readonly string[]])[] = [
    ['', ['anonymous', 'subscriber', 'editor']],
    ['status=private', ['editor']],
    [`post=${await parent('publish')}`, ['anonymous', 'subscriber', 'editor']],
    [`post=${await parent('draft')}`, ['editor']],
    [`post=${await parent('private')}`, ['editor']],
  ]
  for (const [query, readers] of cases) {
    const { id } = (await upload('a.txt', bytesOf('x'), { query })).body as { id: number }
    for (const as of ['anonymous', 'subscriber', 'editor']) {
      const listed = (
        await send(
          `GET /media?include=${id}&status=${query === 'status=private' && as === 'editor' ? 'private' : 'inherit'}`,
          { as },
        )
      ).body
      const { status } = await send(`GET /media/${id}`, { as })
      t.equal(status === 200, readers.includes(as), `${query} for ${as}`)
      t.equal((listed as unknown[]).length === 1, readers.includes(as), `${query} for ${as}, in a list`)
    }
  }
})

t.test('who may attach files to what', async t => {
  const { upload, send } = await mediaSite()
  const { id } = (await send('POST /posts', { body: { title: 'Theirs', status: 'publish' } })).body as { id: number }
  t.match(await upload('a.txt', bytesOf('x'), { as: 'author', query: `post=${id}` }), {
    status: 403,
    body: { code: 'rest_cannot_edit' },
  })
  t.equal((await upload('a.txt', bytesOf('x'), { as: 'editor', query: `post=${id}` })).status, 201)
  const post = async (as: string) =>
    ((await send('POST /posts', { as, body: { title: as, status: 'publish' } })).body as { id: number }).id
  const [own, theirs] = [await post('author'), await post('editor')]
  const image = (await upload('b.png', picture, { as: 'author' })).body as { id: number; source_url: string }
  const edit = { src: image.source_url, rotation: 90 }
  for (const [as, parent, status] of [
    ['author', theirs, 403],
    ['author', 99999, 403],
    ['author', 0, 200],
    ['author', own, 200],
    ['editor', 99999, 200],
    ['editor', theirs, 200],
    ['author', own, 200],
  ] as const) {
    const what = `${as} to ${parent}`
    const answer = await send(`PUT /media/${image.id}`, { as, body: { post: parent } })
    t.equal(answer.status, status, what)
    if (status === 403) t.match(answer.body, { code: 'rest_cannot_edit' }, what)
    const edited = await send(`POST /media/${image.id}/edit`, { as, body: { ...edit, post: parent } })
    t.equal(edited.status, status === 200 ? 201 : 403, `${what}, edited`)
  }
  await send(`PUT /media/${image.id}`, { body: { post: theirs } })
  const again = { title: 'Again', post: theirs }
  t.equal((await send(`PUT /media/${image.id}`, { as: 'author', body: again })).status, 200, 'what is there may stay')
  t.equal((await send(`POST /media/${image.id}/edit`, { as: 'author', body: { ...edit, post: theirs } })).status, 403)
})

onEveryStore(t, 'the address of a file tells nothing of a post that its reader may not read', async (t, make) => {
  const { upload, send, store } = await mediaSite({}, {}, make)
  const given = { title: 'Our Plan', status: 'private' }
  const { id: hidden } = (await send('POST /pages', { body: given })).body as { id: number }
  const { id } = (await upload('a.txt', bytesOf('x'), { as: 'author', query: 'slug=notes' })).body as { id: number }
  await postsIn(store).update(id, { parent: hidden })
  const shown = async (as: string) => {
    const answers = [
      await send(`PUT /media/${id}`, { as, body: { title: 'Notes' } }),
      await send('GET /media?context=edit&_embed', { as }),
    ]
    for (const status of ['private', 'inherit'] as const) {
      await postsIn(store).update(id, { status })
      answers.push(await send(`GET /media/${id}`, { as }), await send(`GET /media/${id}?context=edit`, { as }))
    }
    return answers.map(({ body, headers }) => JSON.stringify([body, headers['Link']]))
  }
  for (const text of await shown('author')) t.notMatch(text, 'our-plan')
  for (const text of await shown('editor')) t.match(text, 'our-plan/notes')
  const own = (await send(`PUT /media/${id}?_fields=link,permalink_template`, { as: 'author' })).body
  t.same(own, {
    link: `https://site.example/?attachment_id=${id}`,
    permalink_template: `https://site.example/?attachment_id=${id}`,
  })
})

onEveryStore(t, 'a file is read by its author, whatever it is attached to', async (t, make) => {
  const { upload, send, store, users } = await mediaSite({}, {}, make)
  const hidden = (await send('POST /posts', { body: { title: 'x', status: 'private' } })).body as { id: number }
  const { id } = (await upload('a.png', picture)).body as { id: number }
  await postsIn(store).update(id, { parent: hidden.id, author: users.get('author')?.id ?? 0 })
  const found = async (path: string, as: string) => {
    const { status, body } = await send(`GET ${path}`, { as })
    return Array.isArray(body) ? body.length : status
  }
  for (const [as, status, count] of [
    ['anonymous', 401, 0],
    ['contributor', 403, 0],
    ['author', 200, 1],
    ['editor', 200, 1],
  ] as const) {
    t.equal(await found(`/media/${id}`, as), status, as)
    t.equal(await found('/media', as), count, as)
    t.equal(await found(`/comments?post=${id}`, as), status === 200 ? 0 : status, as)
  }
})

t.test('a list costs the same statements whatever its length', async t => {
  const made = await countingSite(t)
  for (let number = 0; number < 50; number++) {
    const parent = await postsIn(made.store).insert(recordOf(`holder-${number}`, {}))
    const { id } = await postsIn(made.store).insert(
      recordOf(`file-${number}`, { type: 'attachment', status: 'inherit', mimeType: 'image/png', parent: parent.id }),
    )
    const file = {
      path: `2024/01/${number}.png`,
      bytes: 1,
      width: 9,
      height: 9,
      sizes: {},
      original: null,
      notes: null,
      turned: false,
      editedFrom: null,
    }
    await metaIn(made.store).insert({ kind: 'post', object: id, key: '_attachment_details', value: file })
  }
  for (const query of [
    'context=view',
    'context=edit',
    'context=embed',
    '_fields=id,media_details',
    'search=file',
    'media_type=image',
  ]) {
    const few = await made.statements(`GET /media?per_page=2&${query}`)
    t.equal(await made.statements(`GET /media?per_page=50&${query}`), few, query)
    t.ok(few <= 8, `${query}: ${few}`)
  }
})

const attachFilePicture = painted({ width: 400, height: 300 })
const file = { name: 'Rose bed.png', bytes: attachFilePicture }

const principalOf = ({ site }: MediaSite, capabilities = ['edit_post']): SitePrincipal => ({
  ...site.principalOf(undefined),
  can: capability => capabilities.includes(capability),
})

/** An attachment as an import leaves it: it has the URL of its file, and no file. */
async function imported(made: MediaSite): Promise<number> {
  const { id } = (await made.upload('old.png', attachFilePicture)).body as { id: number }
  const { and, eq } = whereMeta
  await metaIn(made.store).removeWhere(and(eq('kind', 'post'), eq('object', id)))
  await metaIn(made.store).insert({ kind: 'post', object: id, key: mediaMetaKeys.url, value: 'https://old.example/a' })
  await postsIn(made.store).update(id, { mimeType: '' })
  made.files.clear()
  return id
}

onEveryStore(t, 'an attachment gets its file and sizes', async (t, make) => {
  const made = await mediaSite({}, {}, make)
  const id = await imported(made)
  const before = await postsIn(made.store).get(id)
  const post = await attachFile(made.site.context, principalOf(made), id, { ...file, month: '2024/02' })
  t.match(post, { mimeType: 'image/png', title: before?.title, guid: before?.guid, date: before?.date })
  t.ok([...made.files.keys()].every(path => path.startsWith('2024/02/Rose-bed')))
  t.equal(made.files.size, 3, 'the file and two sizes')
  const keys = (await metaIn(made.store).find({})).records.map(({ key }) => key)
  t.same([...keys].sort(), [mediaMetaKeys.path, mediaMetaKeys.file].sort(), 'the URL has done its work')
  const paths = [...made.files.keys()]
  t.equal((await attachFile(made.site.context, principalOf(made), id, file)).id, id)
  t.same([...made.files.keys()], paths, 'it has one already')
})

onEveryStore(t, 'of two files at the same time one stays', async (t, make) => {
  const made = await mediaSite({}, {}, make)
  const id = await imported(made)
  await Promise.all(
    ['a.png', 'b.png'].map(name => attachFile(made.site.context, principalOf(made), id, { ...file, name })),
  )
  t.equal(made.files.size, 3)
})

t.test('an invalid month is replaced by that of the attachment', async t => {
  const made = await mediaSite()
  const id = await imported(made)
  const post = await attachFile(made.site.context, principalOf(made), id, { ...file, month: '../../etc' })
  const folder = `${post.date.slice(0, 4)}/${post.date.slice(5, 7)}/`
  t.ok([...made.files.keys()].every(path => path.startsWith(folder)))
})

t.test('a refused upload leaves no files', async t => {
  const made = await mediaSite({ maxBytes: attachFilePicture.length })
  const id = await imported(made)
  const { body: post } = await made.site.dispatch({
    method: 'POST',
    path: `/${made.site.context.namespace}/posts`,
    headers: { 'x-as': 'administrator' },
    body: { kind: 'json', value: { title: 'A post' } },
  })
  const attach = (to: number, name: string, bytes: Uint8Array, capabilities = ['edit_post']) =>
    attachFile(made.site.context, principalOf(made, capabilities), to, { name, bytes })
  await t.rejects(attach(id, 'a.exe', attachFilePicture), { code: 'rest_upload_sideload_error' })
  await t.rejects(attach(id, 'a.png', new Uint8Array(attachFilePicture.length + 1)), {
    code: 'rest_upload_file_too_big',
  })
  await t.rejects(attach(id, 'a.html', new Uint8Array(1)), { code: 'rest_upload_sideload_error' })
  await t.rejects(attach(999, 'a.png', attachFilePicture), { code: 'rest_post_invalid_id' })
  await t.rejects(attach((post as { id: number }).id, 'a.png', attachFilePicture), { code: 'rest_post_invalid_id' })
  await t.rejects(attach(id, 'a.png', attachFilePicture, []), { code: 'rest_cannot_edit' })
  t.equal(made.files.size, 0)
  await t.resolves(attach(id, 'a.html', Buffer.from('x'), ['edit_post', 'unfiltered_html']))
})

t.test('a site without a storage', async t => {
  const made = await mediaSite({ storage: undefined })
  await t.rejects(attachFile(made.site.context, principalOf(made), 1, file), { code: 'rest_upload_unavailable' })
})
