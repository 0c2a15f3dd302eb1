import type { Store, TransactionOptions } from '@platen/storage'
import t from 'tap'
import { makeSite } from '../make-site.js'

/** A transaction: whether it runs beside others, and what it locks. */
interface Locking {
  readonly concurrent: boolean
  readonly keys: Set<string>
}

/** A store that notes the locks of each transaction. */
function noting(store: Store, noted: Locking[]): Store {
  return {
    ...store,
    transaction: (work, options: TransactionOptions = {}) =>
      store.transaction(async tx => {
        const keys = new Set<string>()
        noted.push({ concurrent: options.concurrent === true, keys })
        const lock = async (locked: readonly string[]) => {
          for (const key of locked) keys.add(key)
        }
        return work({ ...tx, lock })
      }, options),
  }
}

t.test('writes run beside others, and lock what they decide by', async t => {
  const noted: Locking[] = []
  const { site } = await makeSite({ wrapStore: store => noting(store, noted) })
  const by = { as: site.system }
  const { posts, comments, terms, menus, menuItems, revisions, autosaves } = site.content
  const create = (title: string, more: object = {}) => posts.create({ title, status: 'publish', ...more }, by)
  const [post, other, old, due] = await Promise.all([
    create('Post'),
    create('Other', { sticky: true }),
    create('Old'),
    create('Due', { status: 'draft' }),
  ])
  const page = await create('Page', { type: 'page' })
  const child = await create('Child', { type: 'page', parent: page.id })
  const author = { authorName: 'Ann', authorEmail: 'ann@site.example' }
  const comment = await comments.create({ post: post.id, content: 'One', ...author }, by)
  const reply = await comments.create({ post: post.id, content: 'Two', parent: comment.id, ...author }, by)
  const category = await terms.create({ taxonomy: 'category', name: 'Category' }, by)
  const menu = await menus.create({ name: 'Menu' }, by)
  const autosave = await autosaves.store(post.id, { title: 'Unsaved' }, by)
  const locksOf = async (write: () => Promise<unknown>) => {
    noted.length = 0
    await write()
    t.equal(noted.length, 1)
    t.equal(noted[0]?.concurrent, true)
    return [...(noted[0]?.keys ?? [])].sort()
  }
  const writes: readonly (readonly [string, () => Promise<unknown>, readonly string[]])[] = [
    ['a child', () => create('Below', { type: 'page', parent: page.id }), [`post ${page.id}`, 'slug below']],
    ['a move', () => posts.update(child.id, { parent: 0 }, by), [`post ${child.id}`, 'slug child', 'tree of page']],
    ['an autosave', () => autosaves.store(post.id, { title: 'Unsaved again' }, by), [`post ${post.id}`]],
    ['restoring a revision', () => revisions.restore(autosave.id, by), [`post ${post.id}`, 'slug post']],
    ['deleting a revision', () => revisions.delete(autosave.id, by), [`post ${post.id}`]],
    ['moderation', () => comments.update(comment.id, { status: 'hold' }, by), [`post ${post.id}`]],
    ['a comment in the trash', () => comments.trash(comment.id, by), [`post ${post.id}`]],
    ['a comment out of the trash', () => comments.restore(comment.id, by), [`post ${post.id}`]],
    [
      'a comment on another post',
      () => comments.update(comment.id, { post: other.id }, by),
      [`post ${other.id}`, `post ${post.id}`],
    ],
    [
      'deleting a reply',
      () => comments.delete(reply.id, by),
      [`comment ${comment.id}`, `comment ${reply.id}`, `post ${post.id}`],
    ],
    ['a term', () => terms.create({ taxonomy: 'post_tag', name: 'Tag' }, by), ['terms']],
    ['a changed term', () => terms.update(category.id, { name: 'Changed' }, by), ['terms']],
    [
      'a link to a post',
      () => menuItems.create({ menu: menu.id, type: 'post_type', objectId: old.id, title: 'Item' }, by),
      [`menu ${menu.id}`, `post ${old.id}`, 'slug item'],
    ],
    ['the trash', () => posts.trash(other.id, by), [`post ${other.id}`, 'slug other__trashed', 'sticky posts']],
    ['a draft in the trash', () => posts.trash(due.id, by), [`post ${due.id}`, 'slug __trashed']],
    ['deleting a page', () => posts.delete(page.id, by), [`post ${page.id}`, 'tree of attachment', 'tree of page']],
  ]
  for (const [name, write, keys] of writes) t.same(await locksOf(write), [...keys].sort(), name)
  const [item] = (await menuItems.find({}, by)).records
  t.same(
    await locksOf(() => posts.delete(old.id, by)),
    [`post ${item?.id}`, `post ${old.id}`].sort(),
    'deleting a post, with what links to it',
  )
  noted.length = 0
  await terms.delete(category.id, by)
  t.same(
    noted.map(({ concurrent }) => concurrent),
    [false],
    'the removal of a term changes all of its posts',
  )
})
