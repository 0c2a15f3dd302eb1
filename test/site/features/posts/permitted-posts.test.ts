import { type PostRecord, postsIn, type Site, wherePosts } from '@platen/site'
import t from 'tap'
import { onEveryStore } from '../../every-store.js'
import { internals } from '../../internals.js'
import { recordOf } from './counting-site.js'

const { canReadPost, permittedPosts } = internals

/** Types whose rules differ: capabilities of their own, no rules about single posts, restricted, not in the interface. */
const register = (site: Site) => {
  site.registerPostType('memo', { capabilityType: 'memo' })
  site.registerPostType('plain', { mapMetaCap: false })
  site.registerPostType('kept', { restricted: true, capabilities: { read: 'edit_posts' } })
  site.registerPostType('hidden', { showInRest: false })
  site.registerStatus('shared', { public: true })
  site.registerStatus('secret', { private: true })
}
const roles = {
  administrator: {
    label: 'A',
    capabilities: ['read', 'edit_others_posts', 'edit_posts', 'edit_published_posts', 'read_private_posts'],
  },
  editor: { label: 'E', capabilities: ['read', 'edit_others_memos', 'edit_memos', 'read_private_memos'] },
  author: { label: 'U', capabilities: ['read', 'edit_posts', 'edit_published_posts', 'read_post'] },
  contributor: { label: 'C', capabilities: ['read', 'edit_posts', 'edit_post'] },
  // Who may not read at all may not even read what is their own.
  subscriber: { label: 'S', capabilities: ['edit_others_posts', 'edit_published_posts', 'read_private_posts'] },
}
const TYPES = ['post', 'page', 'memo', 'plain', 'kept', 'attachment', 'hidden', 'unknown']
const STATUSES = ['publish', 'future', 'draft', 'pending', 'private', 'trash', 'inherit', 'shared', 'secret', 'gone']
const LISTS: readonly (readonly [types: readonly string[], statuses: readonly string[]])[] = [
  ...TYPES.slice(0, 6).flatMap(type => STATUSES.slice(0, 9).map(status => [[type], [status]] as const)),
  [['post'], STATUSES.slice(0, 9)],
  [
    ['post', 'memo'],
    ['publish', 'draft', 'private'],
  ],
  [TYPES.slice(0, 6), STATUSES.slice(0, 9)],
]

onEveryStore(t, 'lists are cut by the rules about single posts', async (t, make) => {
  const { site, store, users } = await make({ register, roles })
  const authors = [0, users.get('author')?.id ?? 0, users.get('subscriber')?.id ?? 0]
  const kinds = TYPES.flatMap(type =>
    STATUSES.flatMap(status =>
      (status === 'trash' ? ['', 'publish', 'future', 'draft'] : ['']).flatMap(trashedStatus =>
        authors.map(author => recordOf('x', { type, status, author, trashedStatus })),
      ),
    ),
  )
  const tops = await postsIn(store).insertMany(kinds)
  // What is attached to each of them, to each other, to nothing that is there, and to themselves.
  const files = await postsIn(store).insertMany(
    [...tops.map(({ id }) => id), 999_999].flatMap(parent =>
      authors.map(author => recordOf('file', { type: 'attachment', status: 'inherit', parent, author })),
    ),
  )
  const nested = await postsIn(store).insertMany(
    files.slice(0, 30).map(({ id }) => recordOf('file', { type: 'attachment', status: 'inherit', parent: id })),
  )
  const all = [...tops, ...files, ...nested]
  const byId = new Map(all.map(post => [post.id, post]))
  const { and, in: isIn } = wherePosts
  let cut = 0
  for (const principal of [site.principalOf(undefined), ...[...users.values()].map(user => site.principalOf(user))]) {
    const may = {
      read_post: (post: PostRecord) => canReadPost(site.context, post, principal, byId.get(post.parent) ?? 'gone'),
      edit_post: (post: PostRecord) => principal.can('edit_post', post),
    }
    for (const rule of ['read_post', 'edit_post'] as const) {
      for (const [types, statuses] of LISTS) {
        const listed = and(isIn('type', types), isIn('status', statuses))
        const permitted = permittedPosts(site.context, principal, rule, types, statuses)
        const { records } = await postsIn(store).find({ where: and(listed, permitted) })
        const expected = all.filter(post => types.includes(post.type) && statuses.includes(post.status))
        const ids = expected.filter(may[rule]).map(({ id }) => id)
        if (permitted !== undefined && ids.length > 0 && ids.length < expected.length) cut++
        const what = `${principal.user?.login ?? 'anonymous'} ${rule} ${types} ${statuses}`
        t.same(
          records.map(({ id }) => id).sort((a, b) => a - b),
          ids,
          what,
        )
        if (permitted === undefined) t.equal(ids.length, expected.length, `${what}: all of them`)
      }
    }
  }
  t.ok(cut > 50, 'many lists are cut')
})
