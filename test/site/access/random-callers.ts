import { type PostRecord, postsIn, type Site, type SitePrincipal, usersIn } from '@platen/site'
import { inTransaction, postTypes, type Tx } from '@platen/site/extend'
import { type Choices, randomChoices } from '@platen/storage/contract'
import type { MakeOn } from '../every-store.js'
import type { TestSite } from '../make-site.js'
import { samplePost, sampleUser } from '../sample-records.js'

/** Types and statuses whose rights differ: own capabilities, none by post, restricted, not in the interface. */
function registerKinds(site: Site): void {
  site.registerPostType('memo', { capabilityType: 'memo', supports: ['title', 'editor', 'author', 'comments'] })
  site.registerPostType('plain', { mapMetaCap: false, capabilityType: 'plain' })
  site.registerPostType('named', { mapMetaCap: false })
  site.registerPostType('kept', { restricted: true, capabilities: { read: 'edit_posts' } })
  site.registerPostType('club', { restricted: 'join_club' })
  site.registerPostType('hidden', { showInRest: false })
  site.registerStatus('shared', { public: true })
  site.registerStatus('secret', { private: true })
}

/** The types of random posts; the last one is not registered. */
export const TYPES = ['post', 'page', 'attachment', 'memo', 'plain', 'named', 'kept', 'club', 'hidden', 'unknown']
/** Their statuses; the last one is not registered. */
export const STATUSES = ['publish', 'future', 'draft', 'private', 'trash', 'inherit', 'shared', 'secret', 'gone']
const ROLES = ['administrator', 'editor', 'author', 'contributor', 'subscriber']
const EXTRA_CAPABILITIES = ['join_club', 'moderate_comments', 'list_users', 'edit_users', 'manage_categories']

/** A site with random posts and random callers, some of whom wrote some of the posts. */
export interface RandomSite extends TestSite {
  readonly choose: Choices
  readonly callers: readonly SitePrincipal[]
  readonly posts: readonly PostRecord[]
  /** The post that another one inherits its status from. */
  parentOf(post: PostRecord): PostRecord | 'gone' | undefined
}

/** Makes a site with random posts and callers, the same for the same seed. */
export async function randomSite(
  make: MakeOn,
  seed: number,
  counts: { readonly callers: number; readonly posts: number },
): Promise<RandomSite> {
  const choose = randomChoices(seed)
  const made = await make({ register: registerKinds })
  const { site, store } = made
  await site.ready()
  const types = site.context.get(postTypes).filter(({ name }) => TYPES.includes(name))
  const capabilities = [...new Set([...types.flatMap(type => Object.values(type.capabilities)), ...EXTRA_CAPABILITIES])]
  const users = await usersIn(store).insertMany(
    Array.from({ length: counts.callers }, (_, at) => {
      const name = `caller-${at}`
      const share = choose.pick([0, 0.1, 0.4, 0.7])
      const given = capabilities.flatMap(each => (choose.chance(share) ? [[each, choose.chance(0.7)] as const] : []))
      const roles = choose.chance(0.6) ? [choose.pick(ROLES)] : []
      return sampleUser(name, { roles, capabilities: Object.fromEntries(given) })
    }),
  )
  const authors = [0, 999, ...users.map(({ id }) => id)]
  const random = () => {
    const status = choose.pick(STATUSES)
    return samplePost({
      title: 'Post',
      type: choose.pick(TYPES),
      status,
      // Scheduled posts that are due would be published.
      ...(status === 'future' && { date: '2999-01-01T00:00:00', dateGmt: '2999-01-01T00:00:00' }),
      author: choose.pick(authors),
      trashedStatus: choose.pick(['', 'publish', 'future', 'draft']),
      password: choose.chance(0.2) ? 'secret' : '',
    })
  }
  const tops = await postsIn(store).insertMany(Array.from({ length: counts.posts }, random))
  const parents = [0, 99_999, ...tops.map(({ id }) => id)]
  const attached = await postsIn(store).insertMany(
    Array.from({ length: counts.posts }, () => ({ ...random(), status: 'inherit', parent: choose.pick(parents) })),
  )
  const nested = await postsIn(store).insertMany(
    attached.slice(0, 20).map(({ id }) => ({ ...random(), status: 'inherit', parent: id })),
  )
  const posts = [...tops, ...attached, ...nested]
  const byId = new Map(posts.map(post => [post.id, post]))
  return {
    ...made,
    choose,
    posts,
    callers: [site.principalOf(undefined), ...users.map(user => site.principalOf(user))],
    parentOf: ({ status, parent }) => (status === 'inherit' && parent !== 0 ? (byId.get(parent) ?? 'gone') : undefined),
  }
}

/** What determines the rights of a caller, for messages. */
export const shown = ({ id, user }: SitePrincipal) => ({ id, roles: user?.roles, capabilities: user?.capabilities })

/**
 * Tests whether a site permits an operation, without keeping what it does: not if it is refused with a code. Rejects
 * with any other error.
 */
export function permitsIn({ context }: Site) {
  const undone = new Error('undone')
  return (code: string, run: (tx: Tx) => Promise<unknown>): Promise<boolean> =>
    inTransaction(context, async tx => {
      await run(tx)
      throw undone
    }).catch(error => {
      if (error !== undone && error.code !== code) throw error
      return error === undone
    })
}
