import { postsIn } from '@platen/site'
import { autosaveStored, postSaved } from '@platen/site/extend'
import t from 'tap'
import { onEveryStore } from '../../every-store.js'
import { makeSite, type TestSite } from '../../make-site.js'
import { countingSite, recordOf } from '../posts/counting-site.js'

interface Shown {
  readonly id: number
  readonly author: number
  readonly status: string
  readonly parent: number
  readonly title: { readonly raw: string; readonly rendered: string }
  readonly content: { readonly raw: string }
  readonly preview_link: string
}

type Body = Readonly<Record<string, unknown>>

async function create({ send }: TestSite, body: Body = {}, as = 'administrator', list = '/posts'): Promise<number> {
  const reply = await send(`POST ${list}`, { as, body: { title: 'Live', content: 'First', ...body } })
  if (reply.status !== 201) throw new Error(JSON.stringify(reply.body))
  return (reply.body as Shown).id
}

const autosave = async ({ send }: TestSite, post: number, body: Body, as = 'administrator') => {
  const reply = await send(`POST /posts/${post}/autosaves`, { as, body })
  if (reply.status !== 200) throw new Error(JSON.stringify(reply.body))
  return reply.body as Shown
}

onEveryStore(t, 'each editor has one autosave of a post', async (t, make) => {
  const made = await make()
  const { send, store, users } = made
  const post = await create(made, { status: 'publish' })
  const first = await autosave(made, post, { title: 'Unsaved' })
  t.match(first, { parent: post, title: { raw: 'Unsaved' }, content: { raw: '' } }, 'it has only what was sent')
  const again = await autosave(made, post, { content: 'Second' })
  t.match(again, { id: first.id, title: { raw: 'Unsaved' }, content: { raw: 'Second' } })
  const other = await autosave(made, post, { title: 'Of the editor' }, 'editor')
  t.match(other, { author: users.get('editor')?.id })
  t.not(other.id, first.id)
  const { body, headers } = await send(`GET /posts/${post}/autosaves?_fields=id`)
  t.same(new Set((body as Shown[]).map(({ id }) => id)), new Set([other.id, first.id]))
  t.equal(headers['X-CMS-Total'], undefined)
  t.match((await send(`GET /posts/${post}?context=edit`)).body, { title: { raw: 'Live' }, content: { raw: 'First' } })
  t.equal(await postsIn(store).count(), 3)
  await send(`DELETE /posts/${post}?force=true`)
  t.equal(await postsIn(store).count(), 0, 'they go with the post')
})

t.test('an autosave with the texts of the post leaves the earlier one', async t => {
  const made = await makeSite()
  const post = await create(made, { status: 'publish' })
  const { id } = await autosave(made, post, { title: 'Different' })
  for (const body of [{}, { title: 'Live' }, { title: ' Live ', content: 'First' }])
    t.match(await autosave(made, post, body), { id, title: { raw: 'Different' } }, JSON.stringify(body))
})

onEveryStore(t, 'a draft of the author is changed itself, without a revision', async (t, make) => {
  const made = await make()
  const { send, store } = made
  const post = await create(made, {}, 'author')
  const saved = await autosave(made, post, { title: 'Changed', status: 'publish' }, 'author')
  t.match(saved, { id: post, parent: 0, title: { raw: 'Changed' } })
  t.match((await send(`GET /posts/${post}?context=edit`)).body, { status: 'draft', title: { raw: 'Changed' } })
  t.equal(await postsIn(store).count(), 1, 'no revision, no autosave')
  t.not((await autosave(made, post, { title: 'By the editor' }, 'editor')).id, post)
  await postsIn(store).update(post, { status: 'auto-draft' })
  await autosave(made, post, { title: 'Began', status: 'draft' }, 'author')
  t.match((await send(`GET /posts/${post}?context=edit`)).body, { status: 'draft', title: { raw: 'Began' } })
})

onEveryStore(t, 'a draft may have the slug of another post until a change settles it', async (t, make) => {
  const made = await make()
  const { send } = made
  await create(made, { slug: 'taken', status: 'publish' })
  const draft = await create(made)
  const slugAfter = async (path: string, body: Body) =>
    ((await send(`POST /posts/${draft}${path}`, { body })).body as { slug: string }).slug
  t.equal(await slugAfter('/autosaves', { slug: 'taken' }), 'taken')
  t.equal(await slugAfter('', { title: 'Other' }), 'taken', 'what does not name the slug leaves it')
  t.equal(await slugAfter('', { slug: 'taken' }), 'taken-2')
  t.equal(await slugAfter('/autosaves', { slug: 'taken' }), 'taken')
  t.equal(await slugAfter('', { status: 'publish' }), 'taken-2')
  const found = await send('GET /posts?slug=taken&status=any&_fields=slug')
  t.same(found.body, [{ slug: 'taken' }])
})

t.test('who may edit the post stores and reads autosaves', async t => {
  const made = await makeSite()
  const { send, site, users } = made
  const post = await create(made, { status: 'publish', author: users.get('author')?.id })
  const { id } = await autosave(made, post, { title: 'Mine' }, 'author')
  const permitted = { administrator: 200, editor: 200, author: 200, contributor: 403, subscriber: 403, anonymous: 401 }
  for (const [as, status] of Object.entries(permitted)) {
    for (const path of [`/posts/${post}/autosaves`, `/posts/${post}/autosaves/${id}`]) {
      const reply = await send(`GET ${path}`, { as })
      t.equal(reply.status, status, `${as} ${path}`)
      if (status !== 200) t.match(reply.body, { code: 'rest_cannot_read' })
    }
    const by = { as: site.principalOf(users.get(as)) }
    t.equal((await site.content.autosaves.list(post, by)).length > 0, status === 200, as)
    const reply = await send(`POST /posts/${post}/autosaves`, { as, body: { title: 'Live' } })
    t.equal(reply.status, status, as)
    if (status !== 200) t.match(reply.body, { code: 'rest_cannot_edit' })
  }
})

t.test('an autosave is only available below its post', async t => {
  const made = await makeSite()
  const { send } = made
  const post = await create(made, { status: 'publish' })
  const other = await create(made, { status: 'publish' })
  await send(`PUT /posts/${post}`, { body: { content: 'Changed' } })
  const [revision] = (await send(`GET /posts/${post}/revisions`)).body as readonly [Shown]
  const { id } = await autosave(made, post, { title: 'Unsaved' })
  t.match(await send(`GET /posts/${post}/autosaves/${id}`), { status: 200, body: { id } })
  t.match(await send(`GET /posts/${post}/revisions/${id}`), { status: 200, body: { id } })
  const rows: readonly (readonly [request: string, code: string])[] = [
    [`GET /posts/${other}/autosaves/${id}`, 'rest_post_no_autosave'],
    [`GET /posts/${post}/autosaves/${revision.id}`, 'rest_post_no_autosave'],
    [`GET /posts/${post}/autosaves/${post}`, 'rest_post_no_autosave'],
    [`GET /posts/99999/autosaves/${id}`, 'rest_post_invalid_parent'],
    [`GET /pages/${post}/autosaves`, 'rest_post_invalid_parent'],
    ['POST /posts/99999/autosaves', 'rest_post_invalid_id'],
    [`POST /posts/${id}/autosaves`, 'rest_post_invalid_id'],
    [`POST /pages/${post}/autosaves`, 'rest_post_invalid_id'],
  ]
  for (const [request, code] of rows) {
    const { status, body } = await send(request, request.startsWith('POST') ? { body: { title: 'X' } } : {})
    t.match({ status, body }, { status: 404, body: { code } }, request)
  }
})

t.test('an autosave has no HTML that its editor may not use', async t => {
  const made = await makeSite()
  const post = await create(made, { status: 'publish' }, 'author')
  const html = '<p onclick="x()">Text<script>x()</script></p>'
  t.notMatch((await autosave(made, post, { content: html }, 'author')).content.raw, /script|onclick/)
  t.match((await autosave(made, post, { content: html }, 'editor')).content.raw, /script/)
})

t.test('a preview link points to the page of the post', async t => {
  const made = await makeSite({
    register: site => site.registerPostType('hidden', { restBase: 'hidden', supports: ['title', 'editor'] }),
  })
  const { send, site } = made
  const live = await create(made, { status: 'publish' })
  const { preview_link: link } = await autosave(made, live, { title: 'X' })
  const { link: page } = (await send(`GET /posts/${live}`)).body as { readonly link: string }
  t.equal(link, `${page}${page.includes('?') ? '&' : '?'}preview_id=${live}&preview=true`)
  const draft = await create(made)
  t.equal((await autosave(made, draft, { title: 'X' })).preview_link, `${site.context.url}/?p=${draft}&preview=true`)
  t.match((await autosave(made, draft, { title: 'X' }, 'editor')).preview_link, `?p=${draft}&preview_id=${draft}&`)
  const hidden = await create(made, { status: 'publish' }, 'administrator', '/hidden')
  const { body } = await send(`POST /hidden/${hidden}/autosaves`, { body: { title: 'X' } })
  t.equal((body as Shown).preview_link, '')
})

t.test('autosaves emit their event, and changed drafts that of posts', async t => {
  const made = await makeSite()
  const { site, users } = made
  const seen: string[] = []
  site.on(autosaveStored, ({ autosave: { id }, post }) => void seen.push(`autosave ${id} of ${post.id}`))
  const post = await create(made, { status: 'publish' })
  const draft = await create(made, {}, 'author')
  site.on(postSaved, ({ post: { id } }) => void seen.push(`post ${id}`))
  const { autosaves } = site.content
  const by = { as: site.principalOf(users.get('author')) }
  await autosaves.store(draft, { title: 'Changed' }, by)
  await t.rejects(autosaves.store(post, { title: 'Changed' }, by), { code: 'rest_cannot_edit' })
  const editor = { as: site.principalOf(users.get('editor')) }
  const { id } = await autosaves.store(post, { title: 'Changed' }, editor)
  await autosaves.store(post, {}, editor)
  t.same(seen, [`post ${draft}`, `autosave ${id} of ${post}`])
  t.equal((await autosaves.own(post, editor))?.id, id)
  t.equal(await autosaves.own(post, { as: site.system }), undefined)
  const page = await create(made, { status: 'publish', title: 'Page' }, 'administrator', '/pages')
  await autosaves.store(page, { title: 'X' }, { as: site.system })
  const { id: file } = await postsIn(made.store).insert(recordOf('file', { type: 'attachment' }))
  await t.rejects(autosaves.store(file, { title: 'X' }, { as: site.system }), { code: 'rest_invalid_post_type' })
})

t.test('a list costs the same statements whatever its length', async t => {
  const made = await countingSite(t)
  const post = await create(made, { status: 'publish' })
  const path = `GET /posts/${post}/autosaves?context=edit`
  await autosave(made, post, { title: 'One' })
  const one = await made.statements(path)
  for (let author = 100; author < 120; author++) {
    const slug = `${post}-autosave-v1`
    await postsIn(made.store).insert(
      recordOf(slug, { type: 'revision', status: 'inherit', parent: post, author, slug }),
    )
  }
  t.equal(await made.statements(path), one)
  t.ok(one <= 6, `${one} statements`)
})
