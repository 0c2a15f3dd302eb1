import { defaultRoles, type PostRecord, type Role, type UserRecord, usersIn } from '@platen/site'
import { type PostTypeOptions, postTypes } from '@platen/site/extend'
import t from 'tap'
import { makeSite, type TestSite } from '../make-site.js'

const STATUSES = ['publish', 'future', 'draft', 'pending', 'private', 'trash', 'auto-draft'] as const
const NOT_OUT = ['draft', 'pending', 'private', 'trash', 'auto-draft'] as const
const ALL = STATUSES
const NONE: readonly string[] = []

const recordOf = (author: number, status: string, type: string) => ({ id: 9, author, status, type }) as PostRecord

/** The statuses of posts that somebody may do something to. */
const allowed = ({ site }: TestSite, user: UserRecord | undefined, rule: string, author: number, type: string) =>
  STATUSES.filter(status => site.principalOf(user).can(rule, recordOf(author, status, type)))

interface Expected {
  readonly ownEdit: readonly string[]
  readonly ownDelete: readonly string[]
  readonly ownRead: readonly string[]
  readonly others: readonly string[]
  readonly othersRead: readonly string[]
}

const everything: Expected = { ownEdit: ALL, ownDelete: ALL, ownRead: ALL, others: ALL, othersRead: ALL }
const nothing: Expected = { ownEdit: NONE, ownDelete: NONE, ownRead: NONE, others: NONE, othersRead: NONE }

const BY_ROLE: Readonly<Record<string, Readonly<Record<string, Expected>>>> = {
  post: {
    administrator: everything,
    editor: everything,
    author: { ownEdit: ALL, ownDelete: ALL, ownRead: ALL, others: NONE, othersRead: ['publish'] },
    contributor: { ownEdit: NOT_OUT, ownDelete: NOT_OUT, ownRead: ALL, others: NONE, othersRead: ['publish'] },
    subscriber: { ownEdit: NONE, ownDelete: NONE, ownRead: ALL, others: NONE, othersRead: ['publish'] },
    anonymous: nothing,
  },
  page: {
    administrator: everything,
    editor: everything,
    author: { ownEdit: NONE, ownDelete: NONE, ownRead: ALL, others: NONE, othersRead: ['publish'] },
    contributor: { ownEdit: NONE, ownDelete: NONE, ownRead: ALL, others: NONE, othersRead: ['publish'] },
    subscriber: { ownEdit: NONE, ownDelete: NONE, ownRead: ALL, others: NONE, othersRead: ['publish'] },
    anonymous: nothing,
  },
}

t.test('each role, each status, own posts and those of others', async t => {
  const made = await makeSite()
  for (const [type, roles] of Object.entries(BY_ROLE)) {
    for (const [role, expected] of Object.entries(roles)) {
      const user = made.users.get(role)
      const own = user?.id ?? 0
      const other = own + 1000
      const what = `${role} ${type}`
      t.same(allowed(made, user, 'edit_post', own, type), expected.ownEdit, `${what}: edits own`)
      t.same(allowed(made, user, 'delete_post', own, type), expected.ownDelete, `${what}: deletes own`)
      t.same(allowed(made, user, 'read_post', own, type), expected.ownRead, `${what}: reads own`)
      t.same(allowed(made, user, 'edit_post', other, type), expected.others, `${what}: edits others'`)
      t.same(allowed(made, user, 'delete_post', other, type), expected.others, `${what}: deletes others'`)
      t.same(allowed(made, user, 'read_post', other, type), expected.othersRead, `${what}: reads others'`)
    }
  }
})

const roleOf = (...capabilities: string[]): Role => ({ label: 'x', capabilities: ['read', ...capabilities] })

/** A site with a type, and users of roles that were made for it. */
async function siteWith(options: PostTypeOptions, roles: Readonly<Record<string, Role>>) {
  const made = await makeSite({
    roles: { ...defaultRoles, ...roles },
    register: site =>
      void site.registerPostType('book', { public: true, supports: ['title', 'editor', 'author'], ...options }),
  })
  const some = made.users.get('subscriber') as UserRecord
  const userOf = (role: string, changes: Partial<UserRecord> = {}): UserRecord => ({
    ...some,
    id: 500 + role.length,
    roles: [role],
    ...changes,
  })
  return { ...made, userOf }
}

t.test('a type with its own capabilities', async t => {
  const roles = {
    reader: roleOf(),
    writer: roleOf('edit_books', 'delete_books'),
    publisher: roleOf('edit_books', 'publish_books', 'edit_published_books', 'delete_books', 'delete_published_books'),
    librarian: roleOf(
      'edit_books',
      'edit_others_books',
      'edit_published_books',
      'edit_private_books',
      'read_private_books',
    ),
  }
  const made = await siteWith({ capabilityType: 'book' }, roles)
  for (const [role, ownEdit, ownDelete, othersEdit, othersRead] of [
    ['administrator', NONE, NONE, NONE, ['publish']],
    ['reader', NONE, NONE, NONE, ['publish']],
    ['writer', NOT_OUT, NOT_OUT, NONE, ['publish']],
    ['publisher', ALL, ALL, NONE, ['publish']],
    ['librarian', ALL, NONE, ALL, ALL],
  ] as const) {
    const user = made.userOf(role)
    t.same(allowed(made, user, 'edit_post', user.id, 'book'), ownEdit, `${role} edits own`)
    t.same(allowed(made, user, 'delete_post', user.id, 'book'), ownDelete, `${role} deletes own`)
    t.same(allowed(made, user, 'edit_post', 1, 'book'), othersEdit, `${role} edits others'`)
    t.same(allowed(made, user, 'read_post', 1, 'book'), othersRead, `${role} reads others'`)
  }
})

t.test('capabilities from a singular and plural, and by name', async t => {
  const roles = { keeper: roleOf('edit_shelves', 'file_books', 'edit_published_shelves') }
  const made = await siteWith(
    { capabilityType: ['shelf', 'shelves'], capabilities: { publish_posts: 'file_books', create_posts: 'buy_books' } },
    roles,
  )
  const keeper = made.site.principalOf(made.userOf('keeper'))
  const { capabilities } = made.site.context.get(postTypes).get('book') ?? {}
  t.match(capabilities, {
    edit_post: 'edit_shelf',
    edit_others_posts: 'edit_others_shelves',
    publish_posts: 'file_books',
    create_posts: 'buy_books',
  })
  t.ok(keeper.can('publish_post', recordOf(1, 'draft', 'book')))
  t.notOk(keeper.can('edit_post', recordOf(1, 'draft', 'book')))
  const create = (principal: typeof keeper) =>
    made.site.dispatch({
      method: 'POST',
      path: '/cms/v2/book',
      body: { kind: 'json', value: { title: 'x' } },
      principal,
    })
  t.match(await create(keeper), { status: 403, body: { code: 'rest_cannot_create' } })
  const { id: _, version: __, ...record } = made.userOf('keeper', { capabilities: { buy_books: true } })
  const buyer = made.site.principalOf(
    await usersIn(made.store).insert({ ...record, login: 'buyer', email: 'buyer@site.example', slug: 'buyer' }),
  )
  t.equal((await create(buyer)).status, 201)
})

t.test('a type whose posts are not looked at one by one', async t => {
  const roles = {
    all: roleOf('edit_book', 'read_book', 'delete_book'),
    none: roleOf('edit_books', 'edit_others_books', 'delete_books'),
  }
  const made = await siteWith({ capabilityType: 'book', mapMetaCap: false }, roles)
  for (const [role, expected] of [
    ['all', ALL],
    ['none', NONE],
    ['administrator', NONE],
  ] as const) {
    const user = made.userOf(role)
    for (const rule of ['edit_post', 'delete_post', 'read_post'])
      for (const author of [user.id, 1])
        t.same(allowed(made, user, rule, author, 'book'), expected, `${role} ${rule} ${author}`)
  }
})

t.test('individual capabilities override those of the role', async t => {
  const made = await makeSite()
  const change = (role: string, capabilities: Record<string, boolean>) => {
    const user = { ...(made.users.get(role) as UserRecord), capabilities }
    return { user, principal: made.site.principalOf(user) }
  }
  const denied = change('editor', { edit_others_posts: false })
  t.same(allowed(made, denied.user, 'edit_post', denied.user.id, 'post'), ALL)
  t.same(allowed(made, denied.user, 'edit_post', 1, 'post'), NONE)
  t.same(allowed(made, denied.user, 'delete_post', 1, 'post'), ALL)
  const granted = change('contributor', { edit_published_posts: true, read_private_posts: true })
  t.same(allowed(made, granted.user, 'edit_post', granted.user.id, 'post'), ALL)
  t.same(allowed(made, granted.user, 'read_post', 1, 'post'), ['publish', 'private'])
  const { body } = await made.send('POST /posts', { body: { title: 'x', status: 'publish' } })
  const update = (principal: typeof denied.principal) =>
    made.site.dispatch({
      method: 'PUT',
      path: `/cms/v2/posts/${(body as PostRecord).id}`,
      body: { kind: 'json', value: {} },
      principal,
    })
  t.match(await update(denied.principal), { status: 403, body: { code: 'rest_cannot_edit' } })
  const nobody = change('administrator', { read: false, edit_posts: false })
  t.notOk(nobody.principal.can('read_post', recordOf(1, 'publish', 'post')))
})

t.test('custom statuses are public, private or protected', async t => {
  const made = await makeSite({
    register(site) {
      site.registerStatus('shown', { public: true })
      site.registerStatus('hidden', { private: true })
      site.registerStatus('odd', {})
    },
  })
  for (const [status, readers, editors] of [
    ['shown', ['administrator', 'editor', 'author', 'contributor', 'subscriber'], ['administrator', 'editor']],
    ['hidden', ['administrator', 'editor'], ['administrator', 'editor']],
    ['odd', ['administrator', 'editor'], ['administrator', 'editor']],
    ['unknown', ['administrator', 'editor'], ['administrator', 'editor']],
  ] as const) {
    const who = (rule: string) =>
      [...made.users]
        .filter(([, user]) => made.site.principalOf(user).can(rule, recordOf(999, status, 'post')))
        .map(([role]) => role)
    t.same(who('read_post'), readers, status)
    t.same(who('edit_post'), editors, status)
  }
})
