import { metaIn, postsIn, type SitePrincipal, whereMeta } from '@platen/site'
import { mediaMetaKeys } from '@platen/site/media'
import { attachFile } from '@platen/site/operations'
import t from 'tap'
import { onEveryStore } from '../../every-store.js'
import { type MediaSite, mediaSite, painted } from './media-site.js'

const picture = painted({ width: 400, height: 300 })
const file = { name: 'Rose bed.png', bytes: picture }

const principalOf = ({ site }: MediaSite, capabilities = ['edit_post']): SitePrincipal => ({
  ...site.principalOf(undefined),
  can: capability => capabilities.includes(capability),
})

/** An attachment as an import leaves it: it has the URL of its file, and no file. */
async function imported(made: MediaSite): Promise<number> {
  const { id } = (await made.upload('old.png', picture)).body as { id: number }
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
  const made = await mediaSite({ maxBytes: picture.length })
  const id = await imported(made)
  const { body: post } = await made.site.dispatch({
    method: 'POST',
    path: `/${made.site.context.namespace}/posts`,
    headers: { 'x-as': 'administrator' },
    body: { kind: 'json', value: { title: 'A post' } },
  })
  const attach = (to: number, name: string, bytes: Uint8Array, capabilities = ['edit_post']) =>
    attachFile(made.site.context, principalOf(made, capabilities), to, { name, bytes })
  await t.rejects(attach(id, 'a.exe', picture), { code: 'rest_upload_sideload_error' })
  await t.rejects(attach(id, 'a.png', new Uint8Array(picture.length + 1)), { code: 'rest_upload_file_too_big' })
  await t.rejects(attach(id, 'a.html', new Uint8Array(1)), { code: 'rest_upload_sideload_error' })
  await t.rejects(attach(999, 'a.png', picture), { code: 'rest_post_invalid_id' })
  await t.rejects(attach((post as { id: number }).id, 'a.png', picture), { code: 'rest_post_invalid_id' })
  await t.rejects(attach(id, 'a.png', picture, []), { code: 'rest_cannot_edit' })
  t.equal(made.files.size, 0)
  await t.resolves(attach(id, 'a.html', Buffer.from('x'), ['edit_post', 'unfiltered_html']))
})

t.test('a site without a storage', async t => {
  const made = await mediaSite({ storage: undefined })
  await t.rejects(attachFile(made.site.context, principalOf(made), 1, file), { code: 'rest_upload_unavailable' })
})
