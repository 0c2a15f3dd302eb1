import { metaIn, postsIn } from '@platen/site'
import { autosaveStored, postSaved, type RegistrationCalls, revisionRestored } from '@platen/site/extend'
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

interface RestoredPost {
  readonly id: number
  readonly meta: Readonly<Record<string, unknown>>
}

const META = { object: 'post', subtype: 'post', type: 'string', single: true } as const

/** Registers a key of posts that revisions hold, one that they do not hold, and a list. */
function registerKeys(site: Pick<RegistrationCalls, 'registerMeta'>): void {
  site.registerMeta({ ...META, key: 'mood', revisionsEnabled: true })
  site.registerMeta({ ...META, key: 'notes' })
  site.registerMeta({ ...META, key: 'tags', single: false, revisionsEnabled: true })
}

const createRevised = async ({ send }: TestSite, body: Body = {}, as = 'administrator') =>
  (await send('POST /posts', { as, body: { title: 'First', content: 'zero', status: 'publish', ...body } }))
    .body as RestoredPost

const update = async ({ send }: TestSite, id: number, body: Body) => {
  const reply = await send(`PUT /posts/${id}`, { body })
  if (reply.status !== 200) throw new Error(JSON.stringify(reply.body))
}

const revisionsOf = async ({ send }: TestSite, id: number) =>
  (await send(`GET /posts/${id}/revisions?context=edit`)).body as readonly RestoredPost[]

onEveryStore(t, 'revisions hold the meta that is registered for it, and are made when it changes', async (t, make) => {
  const made = await make({ register: registerKeys })
  const { id } = await createRevised(made, { meta: { mood: 'calm', notes: 'private', tags: ['a', 'b'] } })
  await update(made, id, { content: 'one' })
  t.match(await revisionsOf(made, id), [{ meta: { mood: 'calm', notes: '', tags: ['a', 'b'] } }])
  const changes: readonly (readonly [body: Body, revisions: number])[] = [
    [{ meta: { notes: 'changed' } }, 1],
    [{ meta: { mood: 'calm' } }, 1],
    [{ meta: { mood: 'glad' } }, 2],
    [{ meta: { tags: ['b', 'c'] } }, 3],
    [{ meta: { tags: ['b', 'c'] }, status: 'draft' }, 3],
    [{ meta: { mood: null } }, 4],
  ]
  for (const [body, revisions] of changes) {
    await update(made, id, body)
    t.equal((await revisionsOf(made, id)).length, revisions, JSON.stringify(body))
  }
  t.match(await revisionsOf(made, id), [{ meta: { mood: '' } }, { meta: { mood: 'glad' } }])
})

onEveryStore(t, 'a post keeps as many revisions as its type or the site permits', async (t, make) => {
  const made = await make({
    revisionsToKeep: 2,
    register(site) {
      registerKeys(site)
      site.registerPostType('note', { restBase: 'notes', supports: ['title', 'revisions'], revisionsToKeep: 0 })
    },
  })
  const { send, store } = made
  const { id } = await createRevised(made, { meta: { mood: 'calm' } })
  await send(`POST /posts/${id}/autosaves`, { body: { content: 'unsaved' } })
  for (const content of ['one', 'two', 'three']) await update(made, id, { content })
  const kept = await revisionsOf(made, id)
  t.match(kept, [{ content: { raw: 'three' } }, { content: { raw: 'two' } }, { content: { raw: 'unsaved' } }])
  t.equal(kept.length, 3, 'autosaves do not count')
  t.equal(await metaIn(store).count(), 1 + 1 + 2, 'the meta of removed revisions is gone')
  const note = (await send('POST /notes', { body: { title: 'First' } })).body as RestoredPost
  await send(`PUT /notes/${note.id}`, { body: { title: 'Second' } })
  t.same((await send(`GET /notes/${note.id}/revisions`)).body, [])
  t.throws(() => made.site.registerPostType('wrong', { revisionsToKeep: -1 }), { name: 'RegistrationError' })
  t.throws(
    () => made.site.registerMeta({ ...META, object: 'user', subtype: '', key: 'wrong', revisionsEnabled: true }),
    {
      name: 'RegistrationError',
    },
  )
})

onEveryStore(t, 'restoring gives the post its earlier texts and meta, as a change of its own', async (t, make) => {
  const made = await make({ register: registerKeys })
  const { site, send } = made
  const { revisions } = site.content
  const { id } = await createRevised(made, { meta: { mood: 'calm', notes: 'first', tags: ['a'] } })
  await update(made, id, { title: 'Second', meta: { mood: 'glad', notes: 'second', tags: ['b', 'c'] } })
  await update(made, id, { title: 'Third', excerpt: 'New', meta: { mood: null, notes: 'third' } })
  const [, second] = await revisionsOf(made, id)
  const events: string[] = []
  site.on(revisionRestored, ({ revision, post }) => void events.push(`restored ${revision.id} of ${post.id}`))
  site.on(postSaved, ({ post }) => void events.push(`saved ${post.id}`))
  const restored = await revisions.restore(Number(second?.id), { as: site.system })
  t.match(restored, { id, title: 'Second', content: 'zero', excerpt: '', status: 'publish' })
  t.same(events, [`saved ${id}`, `restored ${second?.id} of ${id}`])
  const { meta } = (await send(`GET /posts/${id}?context=edit`)).body as RestoredPost
  t.match(meta, { mood: 'glad', notes: 'third', tags: ['b', 'c'] }, 'only what revisions hold')
  const [latest, ...rest] = await revisionsOf(made, id)
  t.match(latest, { title: { raw: 'Second' }, meta: { mood: 'glad' } })
  t.equal(rest.length, 2)
  await t.rejects(revisions.restore(id, { as: site.system }), { code: 'rest_post_invalid_id' })
  await t.rejects(revisions.restore(Number(second?.id), { as: site.principalOf(made.users.get('author')) }), {
    code: 'rest_cannot_edit',
  })
  await t.rejects(revisions.restore(Number(second?.id), { as: site.system, version: restored.version - 1 }), {
    code: 'rest_precondition_failed',
  })
  t.match((await send(`GET /posts/${id}?context=edit`)).body, { title: { raw: 'Second' } })
})

t.test('an autosave starts with the meta of the post, contains the sent values, and restores them', async t => {
  const made = await makeSite({ register: registerKeys })
  const { site, send, store } = made
  const { id } = await createRevised(made, { meta: { mood: 'calm', tags: ['a'] } })
  const autosave = async (body: Body) => (await send(`POST /posts/${id}/autosaves`, { body })).body as RestoredPost
  const first = await autosave({ meta: { mood: 'glad', notes: 'ignored' } })
  t.same(first.meta, { footnotes: '', mood: 'glad', notes: '', tags: ['a'] })
  t.match(await autosave({ meta: { mood: 'calm' } }), { id: first.id, meta: { mood: 'glad' } }, 'as the post has it')
  t.match(await autosave({ title: 'Unsaved' }), { id: first.id, meta: { mood: 'glad' } })
  const before = store.revision()
  t.match(await send(`POST /posts/${id}/autosaves`, { body: { title: 'X', meta: { mood: 5 } } }), { status: 400 })
  t.equal(store.revision(), before, 'nothing is half-written')
  await site.content.revisions.restore(first.id, { as: site.system })
  const { body } = await send(`GET /posts/${id}?context=edit`)
  t.match(body, { title: { raw: 'Unsaved' }, content: { raw: 'zero' }, meta: { mood: 'glad', tags: ['a'] } })
})

t.test('who restores sets neither HTML nor meta beyond their permissions', async t => {
  const made = await makeSite({
    register(site) {
      site.registerMeta({
        ...META,
        key: 'locked',
        revisionsEnabled: true,
        authorize: user => user.can('manage_options'),
      })
      site.registerMeta({
        ...META,
        key: 'plain',
        revisionsEnabled: true,
        filter: (value, user) => (user.can('unfiltered_html') ? value : 'filtered'),
      })
    },
  })
  const { site, users } = made
  const { id } = await createRevised(made, { author: users.get('author')?.id })
  await update(made, id, { content: '<script>x()</script>', meta: { locked: 'one', plain: '<b>' } })
  await update(made, id, { content: 'two', meta: { locked: 'two', plain: 'two' } })
  const [, first] = await revisionsOf(made, id)
  const post = await site.content.revisions.restore(Number(first?.id), { as: site.principalOf(users.get('author')) })
  t.notMatch(post.content, /script/)
  t.match((await made.send(`GET /posts/${id}?context=edit`)).body, { meta: { locked: 'two', plain: 'filtered' } })
})
