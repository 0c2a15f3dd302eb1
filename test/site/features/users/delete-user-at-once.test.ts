import { createMemoryStorage } from '@platen/media'
import {
  assignments,
  assignmentsIn,
  comments,
  commentsIn,
  meta,
  metaIn,
  type PostRecord,
  posts,
  postsIn,
  terms,
  termsIn,
} from '@platen/site'
import { postDeleted, postSaved } from '@platen/site/extend'
import type { CollectionDefinition } from '@platen/storage'
import { type Choices, randomChoices } from '@platen/storage/contract'
import t from 'tap'
import { type MakeOn, onEveryStore } from '../../every-store.js'
import type { TestSite } from '../../make-site.js'
import { sampleComment } from '../../sample-records.js'

const seed = Number(process.env['PLATEN_SEED'] ?? 1)
const sites = 6

t.setTimeout(120_000)

const date = '2024-01-01T00:00:00'

/** Stores posts of all kinds, most of them of an editor, and what belongs to them. */
async function fill({ store }: TestSite, choices: Choices, editor: number): Promise<void> {
  const ids: number[] = []
  const pages: number[] = []
  const books: number[] = []
  const terms = await termsIn(store).insertMany(
    ['a', 'b', 'c'].map(slug => ({
      taxonomy: 'category',
      name: slug,
      slug,
      description: '',
      parent: 0,
      group: 0,
      count: 50,
    })),
  )
  const slugs = ['', 'a', 'b', 'a__trashed', '__trashed', '__trashed-2', 'a__trashed-2']
  for (let at = 0; at < 80; at++) {
    const type = choices.pick(['post', 'post', 'page', 'book', 'attachment', 'nav_menu_item'])
    const above = type === 'page' ? pages : type === 'book' ? books : type === 'attachment' ? ids : []
    const status = choices.pick(['publish', 'publish', 'draft', 'private', 'trash'])
    const post = await postsIn(store).insert({
      type,
      status: type === 'attachment' ? 'inherit' : status,
      author: choices.chance(0.75) ? editor : 1,
      date,
      dateGmt: date,
      modified: date,
      modifiedGmt: date,
      slug: type === 'attachment' ? `file-${at}` : choices.pick(slugs),
      title: choices.pick(['One', 'Two']),
      content: choices.pick(['One', 'Two']),
      excerpt: '',
      password: '',
      parent: above.length > 0 && choices.chance(0.6) ? choices.pick(above) : 0,
      menuOrder: 0,
      commentStatus: 'open',
      pingStatus: 'open',
      guid: `https://site.example/?p=${at}`,
      mimeType: type === 'attachment' ? 'image/png' : '',
      commentCount: 0,
    })
    ids.push(post.id)
    // Pages that leave would move those below them meanwhile.
    if (type === 'page' && status !== 'trash') pages.push(post.id)
    if (type === 'book') books.push(post.id)
    await fillPost({ store }, choices, post, ids, terms[choices.below(3)]?.id ?? 0)
  }
  const ofPages = ['page_on_front', 'page_for_posts', 'site_logo']
  for (const option of ofPages) await store.options.set(option, choices.pick(ids))
  await store.options.set('sticky_posts', choices.some(ids, 20))
}

async function fillPost(
  { store }: Pick<TestSite, 'store'>,
  choices: Choices,
  { id, type, title, content }: PostRecord,
  ids: readonly number[],
  term: number,
): Promise<void> {
  const add = (key: string, value: unknown) => metaIn(store).insert({ kind: 'post', object: id, key, value })
  if (choices.chance(0.5)) await assignmentsIn(store).insert({ object: id, term, position: 0 })
  if (choices.chance(0.3)) await add('_thumbnail_id', choices.pick(ids))
  if (choices.chance(0.3)) await add('kept', choices.below(2))
  if (type === 'nav_menu_item') {
    await add('_menu_item_type', choices.pick(['post_type', 'taxonomy']))
    const linked = choices.pick(ids)
    await add('_menu_item_object_id', choices.chance(0.5) ? linked : String(linked))
  }
  const revision = { ...(await postsIn(store).get(id)), type: 'revision', status: 'inherit', parent: id } as PostRecord
  const { id: _id, version: _version, ...fields } = revision
  if ((type === 'post' || type === 'book') && choices.chance(0.5)) {
    const texts = { title, content: choices.chance(0.5) ? content : 'Three' }
    await postsIn(store).insert({ ...fields, ...texts, slug: `${id}-revision-v1`, author: 1 })
  }
  if (choices.chance(0.4))
    await commentsIn(store).insert(
      sampleComment({ post: choices.pick(ids), status: choices.pick(['approved', 'hold']) }),
    )
}

/** Everything that is stored, without versions, and without the ids of what nothing refers to. */
async function contentsOf({ store }: TestSite): Promise<object> {
  const collections: readonly CollectionDefinition[] = [posts, terms, comments, meta, assignments]
  const contents: Record<string, unknown> = {}
  for (const collection of collections) {
    const { name } = collection
    const { records } = await store.collection(collection).find({})
    const nameless = collection === meta || collection === assignments
    const shown = records.map(({ id, version: _version, ...record }) =>
      JSON.stringify(nameless ? record : { id, ...record }),
    )
    contents[name] = nameless ? shown.sort() : shown
  }
  for (const option of ['sticky_posts', 'show_on_front', 'page_on_front', 'page_for_posts', 'site_logo'])
    contents[option] = await store.options.get(option)
  return contents
}

async function open(make: MakeOn, site: number) {
  const made = await make({
    services: { clock: () => Date.UTC(2024, 5, 1) },
    media: { storage: createMemoryStorage({ url: 'https://site.example/files' }) },
    register(site) {
      const supports = ['title', 'editor', 'author', 'revisions']
      site.registerPostType('book', { label: 'Books', public: true, hierarchical: true, supports, revisionsToKeep: 1 })
    },
  })
  const editor = made.users.get('editor')
  if (editor === undefined) throw new Error('There is no editor.')
  await fill(made, randomChoices(seed + site), editor.id)
  const events: string[] = []
  made.site.on(
    postSaved,
    ({ post, before }) => void events.push(`${post.id} ${before?.status} ${post.status} ${post.slug}`),
  )
  made.site.on(postDeleted, ({ post }) => void events.push(`${post.id} deleted as ${post.status} ${post.slug}`))
  return { ...made, editor, events }
}

onEveryStore(t, `posts that go with their author go as they do one by one (SEED=${seed})`, async (t, make) => {
  for (let site = 0; site < sites; site++) {
    const [together, alone] = [await open(make, site), await open(make, site)]
    const reply = await together.send(`DELETE /users/${together.editor.id}?force=true&reassign=false`)
    t.equal(reply.status, 200)

    const { content } = alone.site
    const by = { as: { ...alone.site.system, id: 1 } }
    const own = (await postsIn(alone.store).find({})).records.filter(({ author }) => author === alone.editor.id)
    for (const { id, type, status } of own) {
      if (type === 'attachment') await content.media.delete(id, by)
      else if ((type === 'post' || type === 'page') && status !== 'trash') await content.posts.trash(id, by)
      else if (type !== 'nav_menu_item') await content.posts.delete(id, by)
    }
    t.same(together.events, alone.events, `site ${site}: the same events in the same order`)
    t.same(await contentsOf(together), await contentsOf(alone), `site ${site}: the same is left`)
    if (!t.passing()) break
  }
})
