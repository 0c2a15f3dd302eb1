import {
  applicationPasswordsIn,
  commentsIn,
  metaIn,
  type PostRecord,
  postsIn,
  type Site,
  termsIn,
  type UserRecord,
  usersIn,
} from '@platen/site'
import type { TestSite } from '../site/make-site.js'
import { samplePost, sampleTerm, sampleUser } from '../site/sample-records.js'

/** Who calls. */
export type Role = 'anonymous' | 'subscriber' | 'contributor' | 'author' | 'editor' | 'administrator'
export const ROLES: readonly Role[] = ['anonymous', 'subscriber', 'contributor', 'author', 'editor', 'administrator']
const MANAGERS: readonly Role[] = ['editor', 'administrator']
const ADMINISTRATORS: readonly Role[] = ['administrator']
const WRITERS: readonly Role[] = ['contributor', 'author', ...MANAGERS]
const NOBODY: readonly Role[] = []

/** A word that stands in one place of the site, and who may read it there. */
export interface Canary {
  readonly word: string
  /** Such as `story draft excerpt`. */
  readonly place: string
  readonly kind: 'post' | 'media' | 'user' | 'other'
  readonly field: string
  /** The list that its record is in; empty when there is none. */
  readonly list: string
  readonly readers: readonly Role[]
  /** Whether a reader must come across it: some records have no route yet. */
  readonly shown: boolean
}

/** A planted post, and who may list it: to read, and to edit. */
export interface Planted {
  readonly record: PostRecord
  readonly list: string
  readonly readers: readonly Role[]
  readonly editors: readonly Role[]
  readonly parent: PostRecord | undefined
}

/** Words that occur nowhere look like this one. */
export const NO_WORD = 'kanarzzzq'
export const WORDS = /kanar[a-z]{3}q/g
/** A word in the title of every post. */
export const COMMON = 'harbour'

const letter = (number: number) => String.fromCharCode(97 + (number % 26))

interface Kind {
  readonly list: string
  readonly managers: readonly Role[]
  readonly excerpt: boolean
  readonly meta: boolean
  /** The roles that may read published records; everybody by default. */
  readonly open?: readonly Role[]
}

/**
 * Types of posts: the roles that manage posts of others, and the shown fields. `hidden` types are not in the interface.
 */
const KINDS: Readonly<Record<string, Kind>> = {
  post: { list: '/posts', managers: MANAGERS, excerpt: true, meta: true },
  page: { list: '/pages', managers: MANAGERS, excerpt: true, meta: true },
  story: { list: '/stories', managers: MANAGERS, excerpt: true, meta: false },
  chapter: { list: '/chapters', managers: MANAGERS, excerpt: false, meta: false },
  kept: { list: '/kept', managers: MANAGERS, excerpt: true, meta: false, open: WRITERS },
  memo: { list: '/memos', managers: NOBODY, excerpt: false, meta: false },
  hidden: { list: '', managers: NOBODY, excerpt: false, meta: false },
}
export const LISTS: readonly string[] = [
  ...Object.values(KINDS)
    .map(({ list }) => list)
    .filter(Boolean),
  '/media',
]

export const STATUSES = ['publish', 'private', 'draft', 'pending', 'future', 'trash'] as const
type Status = (typeof STATUSES)[number]

export function registerKinds(site: Site): void {
  const supports = ['title', 'editor', 'author', 'excerpt']
  site.registerPostType('story', { public: true, restBase: 'stories', supports })
  site.registerPostType('chapter', {
    public: true,
    hierarchical: true,
    restBase: 'chapters',
    supports: ['title', 'editor', 'page-attributes'],
  })
  site.registerPostType('kept', { public: true, supports, restricted: true, capabilities: { read: 'edit_posts' } })
  site.registerPostType('memo', { public: false, restBase: 'memos', capabilityType: 'memo' })
  site.registerPostType('hidden', { public: true, showInRest: false, supports })
  for (const object of ['post', 'term', 'user'] as const) {
    site.registerMeta({ object, key: 'shown', type: 'string', single: true })
    site.registerMeta({ object, key: 'unshown', type: 'string', single: true, showInRest: false })
  }
}

/** A record that is planted on a site. */
export interface Garden {
  readonly canaries: readonly Canary[]
  readonly posts: readonly Planted[]
}

/** Fills a site with records of every kind, with a unique word in each of their fields. */
export async function plant({ store, users }: Pick<TestSite, 'store' | 'users'>): Promise<Garden> {
  const canaries: Canary[] = []
  const posts: Planted[] = []
  const idOf = (role: Role) => users.get(role)?.id ?? 0
  let minute = 0

  function canary(about: Omit<Canary, 'word'>): string {
    const number = canaries.length
    const word = `kanar${letter(Math.floor(number / 676))}${letter(Math.floor(number / 26))}${letter(number)}q`
    canaries.push({ word, ...about })
    return word
  }

  /** Each post has its own minute. */
  function datesOf(at: number, status: string) {
    const date = `${status === 'future' ? 2124 : 2020}-01-${new Date(at * 60_000).toISOString().slice(8, 19)}`
    return { date, dateGmt: date, modified: date, modifiedGmt: date }
  }

  async function meta(kind: 'post' | 'term' | 'user', object: number, values: Readonly<Record<string, string>>) {
    await metaIn(store).insertMany(Object.entries(values).map(([key, value]) => ({ kind, object, key, value })))
  }

  async function plantPost(type: string, status: Status, owner: Role, isProtected = false): Promise<PostRecord> {
    const { list, managers, excerpt, meta: showsMeta, open = ROLES } = KINDS[type] as Kind
    const isPublic = status === 'publish' || status === 'future'
    const ownEdits =
      managers === MANAGERS &&
      (MANAGERS.includes(owner) || (type !== 'page' && (owner === 'author' || (owner === 'contributor' && !isPublic))))
    const editors = list === '' ? NOBODY : ownEdits ? [...managers, owner] : managers
    const readers = list === '' ? NOBODY : status === 'publish' ? open : [...managers, owner]
    const texts = isProtected ? editors : readers
    const place = `${type} ${isProtected ? 'protected' : status} of ${owner}`
    const word = (field: string, who: readonly Role[]) =>
      canary({ place: `${place}: ${field}`, kind: 'post', field, list, readers: who, shown: who.length > 0 })
    minute++
    const record = await postsIn(store).insert({
      ...samplePost(),
      type,
      status,
      author: idOf(owner),
      ...datesOf(minute, status),
      slug: word('slug', readers),
      title: `${COMMON} ${word('title', readers)}`,
      content: `<p>words ${word('content', texts)} words</p>`,
      excerpt: `words ${word('excerpt', excerpt ? texts : NOBODY)}`,
      password: isProtected ? word('password', editors) : '',
      parent: 0,
      menuOrder: minute,
      guid: `https://site.example/?${word('guid', readers)}`,
    })
    await meta('post', record.id, {
      shown: word('meta', showsMeta ? readers : NOBODY),
      unshown: word('unshown meta', NOBODY),
      _private: word('private meta', NOBODY),
    })
    posts.push({ record, list, readers, editors, parent: undefined })
    return record
  }

  /** A post without its own word. */
  async function plantPlain(
    type: string,
    fields: Partial<PostRecord>,
    readers: readonly Role[],
    editors: readonly Role[],
  ) {
    minute++
    const dates = datesOf(minute, 'publish')
    const record = await postsIn(store).insert(samplePost({ type, ...dates, slug: `plain-${minute}`, ...fields }))
    posts.push({ record, list: (KINDS[type] as Kind).list, readers, editors, parent: undefined })
  }

  async function plantFile(
    place: string,
    parent: PostRecord | undefined,
    parentId: number,
    inherited: readonly Role[],
    owner: Role,
  ) {
    const readers = [...new Set([...inherited, ...MANAGERS, owner])]
    const word = (field: string) =>
      canary({
        place: `file of ${owner} at ${place}: ${field}`,
        kind: 'media',
        field,
        list: '/media',
        readers,
        shown: true,
      })
    minute++
    const record = await postsIn(store).insert({
      ...samplePost(),
      type: 'attachment',
      status: 'inherit',
      author: idOf(owner),
      ...datesOf(minute, 'inherit'),
      slug: word('slug'),
      title: `${COMMON} ${word('title')}`,
      content: word('description'),
      excerpt: word('caption'),
      parent: parentId,
      mimeType: 'image/png',
      guid: `https://site.example/${word('guid')}.png`,
    })
    const path = `2020/01/${word('path')}.png`
    await meta('post', record.id, {
      _attached_file: path,
      _image_alt: word('alt'),
      _attachment_url: `https://files.example/${path}`,
    })
    const editors = [...new Set([...MANAGERS, owner])]
    posts.push({ record, list: '/media', readers: [...new Set([...inherited, owner])], editors, parent })
  }

  async function plantUser(name: string, role: string, open: readonly Role[]): Promise<UserRecord> {
    const word = (field: string, readers: readonly Role[]) =>
      canary({
        place: `user ${name}: ${field}`,
        kind: 'user',
        field,
        list: '/users',
        readers,
        shown: readers.length > 0,
      })
    const user = await usersIn(store).insert({
      ...sampleUser(word('login', ADMINISTRATORS)),
      email: `${word('email', ADMINISTRATORS)}@example.com`,
      slug: word('slug', open),
      displayName: word('name', open),
      firstName: word('first name', ADMINISTRATORS),
      lastName: word('last name', ADMINISTRATORS),
      nickname: word('nickname', ADMINISTRATORS),
      url: `https://${word('url', open)}.example`,
      description: word('description', open),
      roles: [role],
    })
    await meta('user', user.id, {
      shown: word('meta', open),
      unshown: word('unshown meta', NOBODY),
      _private: word('private meta', NOBODY),
    })
    return user
  }

  async function plantPassword(owner: UserRecord, as: Role | undefined) {
    const readers = as === undefined ? ADMINISTRATORS : [...new Set([...ADMINISTRATORS, as])]
    const word = canary({
      place: `application password of ${owner.id}`,
      kind: 'other',
      field: 'name',
      list: '',
      readers,
      shown: true,
    })
    await applicationPasswordsIn(store).insert({
      uuid: `00000000-0000-4000-8000-${String(owner.id).padStart(12, '0')}`,
      user: owner.id,
      appId: '',
      name: word,
      hash: 'x',
      created: 1,
      lastUsed: null,
      lastIp: null,
    })
  }

  async function plantOthers() {
    const other = (place: string, readers: readonly Role[], shown = readers.length > 0) =>
      canary({ place, kind: 'other', field: place, list: '', readers, shown })
    await store.options.set('email', `${other('setting email', ADMINISTRATORS)}@example.com`)
    await store.options.set('private_option', other('unregistered option', NOBODY))
    const term = await termsIn(store).insert(sampleTerm({ taxonomy: 'post_tag', name: COMMON, slug: COMMON }))
    await meta('term', term.id, { unshown: other('unshown term meta', NOBODY), _x: other('private term meta', NOBODY) })
    for (const { record, list } of posts.filter((_, at) => at % 6 === 0)) {
      if (list === '') continue
      await postsIn(store).insert({
        ...samplePost(),
        type: 'revision',
        status: 'inherit',
        parent: record.id,
        slug: `${record.id}-revision-v1`,
        title: other(`revision of ${record.id}: title`, MANAGERS, false),
        content: other(`revision of ${record.id}: content`, MANAGERS, false),
      })
      await commentsIn(store).insert({
        post: record.id,
        parent: 0,
        author: 0,
        authorName: other(`comment on ${record.id}: name`, MANAGERS, false),
        authorEmail: `${other(`comment on ${record.id}: email`, MANAGERS, false)}@example.com`,
        authorUrl: '',
        authorIp: '203.0.113.7',
        authorAgent: '',
        date: '2020-01-01T00:00:00',
        dateGmt: '2020-01-01T00:00:00',
        content: other(`comment on ${record.id}: content`, MANAGERS, false),
        status: 'hold',
        type: 'comment',
      })
    }
  }

  const parents: PostRecord[] = []
  for (const type of Object.keys(KINDS)) {
    for (const status of STATUSES) parents.push(await plantPost(type, status, 'administrator'))
    parents.push(await plantPost(type, 'publish', 'administrator', true))
  }
  for (const status of STATUSES)
    for (const owner of ['author', 'contributor'] as const) await plantPost('post', status, owner)
  await plantPost('post', 'publish', 'author', true)
  for (const parent of parents) {
    const { readers, list } = posts.find(each => each.record === parent) as Planted
    const owner = list === '/memos' ? 'author' : 'administrator'
    if (['/posts', '/pages', '/memos', ''].includes(list))
      await plantFile(`${parent.type} ${parent.status}`, parent, parent.id, readers, owner)
  }
  await plantFile('nothing', undefined, 0, ROLES, 'administrator')
  await plantFile('something gone', undefined, 999_999, ROLES, 'administrator')
  const writer = await plantUser('who has published', 'author', ROLES)
  const silent = await plantUser('who has published nothing', 'author', ['contributor', 'author', ...MANAGERS])
  const ghost = await plantUser('without a role that writes', 'subscriber', ADMINISTRATORS)
  await plantPlain('post', { author: writer.id }, ROLES, MANAGERS)
  await plantPlain('hidden', { author: ghost.id }, NOBODY, NOBODY)
  await plantPlain('memo', { author: silent.id, status: 'draft' }, NOBODY, NOBODY)
  for (const parent of parents)
    if (parent.type === 'page' || parent.type === 'chapter')
      await plantPlain(parent.type, { parent: parent.id }, ROLES, MANAGERS)
  for (const user of [writer, silent, ghost]) await plantPassword(user, undefined)
  for (const role of ['administrator', 'editor', 'author'] as const)
    await plantPassword(users.get(role) as UserRecord, role)
  await plantOthers()
  return { canaries, posts }
}
