import { assignmentsIn, commentsIn, metaIn, type PostRecord, postsIn, type Site, termsIn } from '@platen/site'
import type { NewRecord } from '@platen/storage'
import type { TestSite } from '../site/make-site.js'
import { samplePost, sampleTerm } from '../site/sample-records.js'
import { ROLES, type Role } from './canaries.js'

/** Where the words of a canary may occur in requests. */
type Place = 'comment' | 'revision' | 'block' | 'navigation' | 'menu' | 'item' | 'post'

/** A word in one text of a comment, revision, menu and so on, and who may read it. */
export interface FamilyCanary {
  readonly word: string
  readonly text: string
  readonly place: Place
  readonly field: string
  /** The id of the post around it; 0 for none. */
  readonly post: number
  readonly readers: readonly Role[]
  /** Who reads it only in responses to changes, and so finds it. */
  readonly writers: readonly Role[]
}

/** The planted records, by the paths of the lists. */
export interface FamilyGarden {
  readonly canaries: readonly FamilyCanary[]
  readonly posts: readonly PostRecord[]
  readonly ids: Readonly<Record<'comments' | 'blocks' | 'navigation' | 'menus' | 'menu-items', readonly number[]>>
  readonly revisions: readonly { readonly id: number; readonly post: number; readonly isAutosave: boolean }[]
}

const NOBODY: readonly Role[] = []
const ADMINISTRATORS: readonly Role[] = ['administrator']
const MANAGERS: readonly Role[] = ['editor', 'administrator']
const WRITERS: readonly Role[] = ['contributor', 'author', ...MANAGERS]

const both = (one: readonly Role[], other: readonly Role[]) => [...new Set([...one, ...other])]

/** A private type that REST does not show. */
export function registerHidden(site: Site): void {
  site.registerPostType('hidden', { public: true, showInRest: false, supports: ['title', 'editor', 'comments'] })
  site.registerMenuLocation('top', { description: 'Top' })
}

interface Host {
  readonly name: string
  readonly fields: Partial<NewRecord<PostRecord>>
  /** The roles that read the post, that read its protected content, and that edit it. */
  readonly readers: readonly Role[]
  readonly unlocked: readonly Role[]
  readonly editors: readonly Role[]
}

const letters = (number: number) =>
  [676, 26, 1].map(size => String.fromCharCode(97 + (Math.floor(number / size) % 26))).join('')

/**
 * Fills a site with comments, revisions, autosaves, patterns, navigation and menus, with a unique word in each of their
 * texts.
 */
export async function plantFamilies(
  { store, users }: Pick<TestSite, 'store' | 'users'>,
  prefix: string,
): Promise<FamilyGarden> {
  const canaries: FamilyCanary[] = []
  const posts: PostRecord[] = []
  const comments: number[] = []
  const revisions: { id: number; post: number; isAutosave: boolean }[] = []
  const idOf = (role: Role) => users.get(role)?.id ?? 0
  let minute = 0

  function plant(place: Place, post: number, readers: readonly Role[], text: string, field = '', writers = NOBODY) {
    const word = `kanar${letters(canaries.length)}q`
    canaries.push({ word, text, place, field, post, readers, writers })
    return word
  }
  const dates = () => {
    const date = new Date(Date.UTC(2020, 0, 1) + ++minute * 60_000).toISOString().slice(0, 19)
    return { date, dateGmt: date, modified: date, modifiedGmt: date }
  }
  const insert = (fields: Partial<NewRecord<PostRecord>>) =>
    postsIn(store).insert(samplePost({ author: idOf('administrator'), ...dates(), ...fields }))

  async function plantComment(host: Host, post: number, status: string, by: Role | undefined, type = 'comment') {
    const { readers, unlocked, editors } = host
    const moderators = type === 'note' ? editors : both(editors, MANAGERS)
    const own = by === undefined || type === 'note' ? NOBODY : unlocked.filter(role => role === by)
    const open = type === 'comment' && status === 'approved' ? unlocked : own
    const who = both(open, moderators)
    const name = `${type} ${status} of ${by ?? 'a visitor'} on ${host.name}`
    const word = (field: string, seenBy: readonly Role[], writers = NOBODY) =>
      plant('comment', post, seenBy, `${name}: ${field}`, field, writers)
    // The view of editors is for moderators; the editors of a post have it of notes.
    const edit = type === 'note' ? editors : MANAGERS
    const { id } = await commentsIn(store).insert({
      post,
      parent: 0,
      author: by === undefined ? 0 : idOf(by),
      authorName: word('name', who),
      authorEmail: `${word('email', edit, editors)}@example.com`,
      authorUrl: `https://${word('url', who)}.example`,
      authorIp: '203.0.113.7',
      authorAgent: word('agent', edit),
      ...(({ date, dateGmt }) => ({ date, dateGmt }))(dates()),
      content: word('content', who),
      status,
      type,
    })
    comments.push(id)
    await metaIn(store).insert({ kind: 'comment', object: id, key: '_kept', value: word('meta', NOBODY) })
    return readers
  }

  async function plantRevisions(host: Host, post: PostRecord) {
    for (const [kind, slug] of [
      ['revision', `${post.id}-revision-v1`],
      ['autosave', `${post.id}-autosave-v1`],
    ] as const) {
      const word = (field: string) =>
        plant('revision', post.id, readersOf(field), `${kind} of ${host.name}: ${field}`, field)
      // Navigation has no excerpts.
      const readersOf = (field: string) =>
        field === 'excerpt' && post.type.endsWith('navigation') ? NOBODY : host.editors
      const { id } = await insert({
        type: 'revision',
        status: 'inherit',
        parent: post.id,
        slug,
        title: word('title'),
        content: word('content'),
        excerpt: word('excerpt'),
      })
      revisions.push({ id, post: post.id, isAutosave: kind === 'autosave' })
    }
  }

  const author = idOf('author')
  const hosts: readonly Host[] = [
    { name: 'a public post', fields: {}, readers: ROLES, unlocked: ROLES, editors: MANAGERS },
    {
      name: "an author's post",
      fields: { author },
      readers: ROLES,
      unlocked: ROLES,
      editors: both(MANAGERS, ['author']),
    },
    { name: 'a private post', fields: { status: 'private' }, readers: MANAGERS, unlocked: MANAGERS, editors: MANAGERS },
    {
      name: "an author's private post",
      fields: { status: 'private', author },
      ...{ readers: both(MANAGERS, ['author']), unlocked: both(MANAGERS, ['author']) },
      editors: both(MANAGERS, ['author']),
    },
    { name: 'a draft', fields: { status: 'draft' }, readers: MANAGERS, unlocked: MANAGERS, editors: MANAGERS },
    { name: 'a protected post', fields: { password: 'key' }, readers: ROLES, unlocked: MANAGERS, editors: MANAGERS },
    {
      name: 'a post in the trash',
      fields: { status: 'trash' },
      readers: MANAGERS,
      unlocked: MANAGERS,
      editors: MANAGERS,
    },
  ]
  for (const host of hosts) {
    const word = (field: string, who: readonly Role[]) => plant('post', 0, who, `${host.name}: ${field}`, field)
    const post = await insert({
      ...host.fields,
      slug: word('slug', host.readers),
      title: word('title', host.readers),
      content: word('content', host.unlocked),
      excerpt: word('excerpt', host.unlocked),
    })
    posts.push(post)
    for (const status of ['approved', 'hold', 'spam', 'trash']) await plantComment(host, post.id, status, undefined)
    for (const status of ['approved', 'hold']) await plantComment(host, post.id, status, 'subscriber')
    await plantComment(host, post.id, 'approved', 'editor', 'note')
    await plantRevisions(host, post)
  }
  const hidden = await insert({ type: 'hidden', slug: 'hidden', title: 'Hidden' })
  const nowhere: Host = { name: 'a hidden post', fields: {}, readers: NOBODY, unlocked: MANAGERS, editors: MANAGERS }
  for (const status of ['approved', 'hold']) await plantComment(nowhere, hidden.id, status, undefined)

  async function plantPosts(type: string, place: Place, readersOf: (status: string) => readonly Role[]) {
    const ids: number[] = []
    for (const status of ['publish', 'draft', 'private', 'trash']) {
      const readers = readersOf(status)
      const word = (field: string) => plant(place, 0, readers, `${type} ${status}: ${field}`, field)
      const slug = word('slug')
      const post = await insert({ type, status, slug, title: word('title'), content: `<p>${word('content')}</p>` })
      ids.push(post.id)
      const editors = place === 'block' && status !== 'private' ? MANAGERS : ADMINISTRATORS
      await plantRevisions({ name: `${type} ${status}`, fields: {}, readers, unlocked: readers, editors }, post)
    }
    return ids
  }
  const blocks = await plantPosts(`${prefix}_block`, 'block', status =>
    status === 'publish' ? WRITERS : status === 'private' ? ADMINISTRATORS : MANAGERS,
  )
  const navigation = await plantPosts(`${prefix}_navigation`, 'navigation', status =>
    status === 'publish' ? ROLES : ADMINISTRATORS,
  )

  const word = (place: Place, text: string, who: readonly Role[], field: string) => plant(place, 0, who, text, field)
  const menu = await termsIn(store).insert(
    sampleTerm({
      taxonomy: 'nav_menu',
      name: word('menu', 'menu: name', WRITERS, 'name'),
      slug: word('menu', 'menu: slug', WRITERS, 'slug'),
      description: word('menu', 'menu: description', WRITERS, 'description'),
    }),
  )
  const items: number[] = []
  async function plantItem(
    status: string,
    readers: readonly Role[],
    link: Readonly<Record<string, unknown>>,
    title: string,
  ) {
    const item = await insert({
      type: 'nav_menu_item',
      status,
      slug: `item-${items.length}`,
      title,
      content: word('item', `item ${status}: description`, readers, 'description'),
      excerpt: word('item', `item ${status}: attr_title`, readers, 'attr_title'),
      menuOrder: items.length + 1,
    })
    items.push(item.id)
    await assignmentsIn(store).insert({ object: item.id, term: menu.id, position: 0 })
    await metaIn(store).insertMany(
      Object.entries(link).map(([key, value]) => ({ kind: 'post', object: item.id, key: `_menu_item_${key}`, value })),
    )
  }
  for (const [status, readers] of [
    ['publish', WRITERS],
    ['draft', ADMINISTRATORS],
  ] as const) {
    const url = `https://${word('item', `item ${status}: url`, readers, 'url')}.example/`
    await plantItem(status, readers, { type: 'custom', url }, word('item', `item ${status}: title`, readers, 'title'))
  }
  // Only callers who may read the target of an item may see its title and slug.
  for (const { id } of posts)
    await plantItem('publish', WRITERS, { type: 'post_type', object: 'post', object_id: id }, '')
  return { canaries, posts, revisions, ids: { comments, blocks, navigation, menus: [menu.id], 'menu-items': items } }
}
