import { metaIn } from '@platen/site'
import { postSaved, type RegistrationCalls, revisionRestored } from '@platen/site/extend'
import t from 'tap'
import { onEveryStore } from '../../every-store.js'
import { makeSite, type TestSite } from '../../make-site.js'

interface Shown {
  readonly id: number
  readonly meta: Readonly<Record<string, unknown>>
}

type Body = Readonly<Record<string, unknown>>

const META = { object: 'post', subtype: 'post', type: 'string', single: true } as const

/** Registers a key of posts that revisions hold, one that they do not hold, and a list. */
function registerKeys(site: Pick<RegistrationCalls, 'registerMeta'>): void {
  site.registerMeta({ ...META, key: 'mood', revisionsEnabled: true })
  site.registerMeta({ ...META, key: 'notes' })
  site.registerMeta({ ...META, key: 'tags', single: false, revisionsEnabled: true })
}

const create = async ({ send }: TestSite, body: Body = {}, as = 'administrator') =>
  (await send('POST /posts', { as, body: { title: 'First', content: 'zero', status: 'publish', ...body } }))
    .body as Shown

const update = async ({ send }: TestSite, id: number, body: Body) => {
  const reply = await send(`PUT /posts/${id}`, { body })
  if (reply.status !== 200) throw new Error(JSON.stringify(reply.body))
}

const revisionsOf = async ({ send }: TestSite, id: number) =>
  (await send(`GET /posts/${id}/revisions?context=edit`)).body as readonly Shown[]

onEveryStore(t, 'revisions hold the meta that is registered for it, and are made when it changes', async (t, make) => {
  const made = await make({ register: registerKeys })
  const { id } = await create(made, { meta: { mood: 'calm', notes: 'private', tags: ['a', 'b'] } })
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
  const { id } = await create(made, { meta: { mood: 'calm' } })
  await send(`POST /posts/${id}/autosaves`, { body: { content: 'unsaved' } })
  for (const content of ['one', 'two', 'three']) await update(made, id, { content })
  const kept = await revisionsOf(made, id)
  t.match(kept, [{ content: { raw: 'three' } }, { content: { raw: 'two' } }, { content: { raw: 'unsaved' } }])
  t.equal(kept.length, 3, 'autosaves do not count')
  t.equal(await metaIn(store).count(), 1 + 1 + 2, 'the meta of removed revisions is gone')
  const note = (await send('POST /notes', { body: { title: 'First' } })).body as Shown
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
  const { id } = await create(made, { meta: { mood: 'calm', notes: 'first', tags: ['a'] } })
  await update(made, id, { title: 'Second', meta: { mood: 'glad', notes: 'second', tags: ['b', 'c'] } })
  await update(made, id, { title: 'Third', excerpt: 'New', meta: { mood: null, notes: 'third' } })
  const [, second] = await revisionsOf(made, id)
  const events: string[] = []
  site.on(revisionRestored, ({ revision, post }) => void events.push(`restored ${revision.id} of ${post.id}`))
  site.on(postSaved, ({ post }) => void events.push(`saved ${post.id}`))
  const restored = await revisions.restore(Number(second?.id), { as: site.system })
  t.match(restored, { id, title: 'Second', content: 'zero', excerpt: '', status: 'publish' })
  t.same(events, [`saved ${id}`, `restored ${second?.id} of ${id}`])
  const { meta } = (await send(`GET /posts/${id}?context=edit`)).body as Shown
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
  const { id } = await create(made, { meta: { mood: 'calm', tags: ['a'] } })
  const autosave = async (body: Body) => (await send(`POST /posts/${id}/autosaves`, { body })).body as Shown
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
  const { id } = await create(made, { author: users.get('author')?.id })
  await update(made, id, { content: '<script>x()</script>', meta: { locked: 'one', plain: '<b>' } })
  await update(made, id, { content: 'two', meta: { locked: 'two', plain: 'two' } })
  const [, first] = await revisionsOf(made, id)
  const post = await site.content.revisions.restore(Number(first?.id), { as: site.principalOf(users.get('author')) })
  t.notMatch(post.content, /script/)
  t.match((await made.send(`GET /posts/${id}?context=edit`)).body, { meta: { locked: 'two', plain: 'filtered' } })
})
