import type { NewRecord, StoreSession } from '@platen/storage'
import type { Actor, Tx } from '../../../kernel/operations/index.js'
import {
  type AssignmentRecord,
  assignmentsIn,
  type PostRecord,
  postsIn,
  type TermRecord,
  termsIn,
  whereAssignments,
  whereTerms,
} from '../../../kernel/records/index.js'
import { type PostType, type Taxonomy, taxonomiesOfType } from '../../types/index.js'
import { FORMAT_TAXONOMY } from '../post-meta-keys.js'
import { mayNotAssign } from '../rules/post-access.js'

/** A post and its new terms. */
export interface PostTerms {
  readonly post: Pick<PostRecord, 'id' | 'status'>
  readonly type: PostType
  /** Ids by taxonomy, replacing the post's terms there; other ids are ignored. */
  readonly terms: Readonly<Record<string, readonly number[]>>
  /** Whether the post may have terms already. */
  readonly isStored: boolean
}

type Session = Pick<Tx, 'site' | 'store'>

/** The stored terms of posts. */
export interface AssignedTerms {
  /** The terms that were added to any of the posts. */
  readonly terms: readonly TermRecord[]
  readonly assignments: readonly NewRecord<AssignmentRecord>[]
  /** The terms that the posts had before, and those that they have afterwards. */
  readonly before: readonly Assigned[]
  readonly after: readonly Assigned[]
}

type Assigned = Pick<AssignmentRecord, 'object' | 'term'>

/**
 * Stores the terms of posts, and the default term of each taxonomy that has one, if `terms` does not contain the
 * taxonomy and the post has no term of it. Throws if the actor may not assign one of the terms. Call it in the transaction
 * that stores the posts.
 */
export async function assignTerms(tx: Session, actor: Actor, posts: readonly PostTerms[]): Promise<AssignedTerms> {
  const planned = await planTerms(tx, actor, posts)
  await storeAssignments(tx, planned)
  return planned
}

export async function storeAssignments({ store }: Session, { assignments }: AssignedTerms): Promise<void> {
  if (assignments.length > 0) await assignmentsIn(store).insertMany(assignments)
}

/** Does the same but for storing the new assignments. `requestedTerms` are the terms with the requested ids. */
export async function planTerms(
  tx: Session,
  actor: Actor,
  posts: readonly PostTerms[],
  requestedTerms?: ReadonlyMap<number, TermRecord>,
): Promise<AssignedTerms> {
  const { store } = tx
  const { and, eq, in: isIn } = whereAssignments
  requestedTerms ??= await termsById(tx, new Set(posts.flatMap(({ terms }) => Object.values(terms).flat())))
  // For editors of a post, its format is a field and not a term.
  for (const term of requestedTerms.values())
    if (term.taxonomy !== FORMAT_TAXONOMY && !actor.can('assign_term', term)) throw mayNotAssign(actor)
  const stored = posts.filter(({ isStored }) => isStored).map(({ post }) => post.id)
  const { terms: assignedBefore } = await postsIn(store).related(stored, ['terms'])
  const defaults = new Map<Taxonomy, TermRecord | undefined>()

  const before: Assigned[] = []
  const kept: Assigned[] = []
  const added: NewRecord<AssignmentRecord>[] = []
  const addedTerms = new Set<TermRecord>()
  for (const { post, type, terms } of posts) {
    const assigned = assignedBefore.get(post.id) ?? []
    const gone = new Set<number>()
    const add = (newTerms: Iterable<TermRecord>) => {
      let position = 0
      for (const term of newTerms) {
        added.push({ object: post.id, term: term.id, position: position++ })
        addedTerms.add(term)
      }
    }
    for (const [taxonomy, ids] of Object.entries(terms)) {
      const existing = ids.map(id => requestedTerms.get(id)).filter(term => term !== undefined)
      const requested = new Set(existing.filter(term => term.taxonomy === taxonomy))
      if (assigned.length === 0) {
        add(requested)
        continue
      }
      const had = new Set(assigned.filter(term => term.taxonomy === taxonomy).map(({ id }) => id))
      const has = new Set([...requested].map(({ id }) => id))
      for (const id of had) if (!has.has(id)) gone.add(id)
      add([...requested].filter(({ id }) => !had.has(id)))
    }
    for (const { id } of assigned) {
      before.push({ object: post.id, term: id })
      if (!gone.has(id)) kept.push({ object: post.id, term: id })
    }
    if (gone.size > 0) await assignmentsIn(store).removeWhere(and(eq('object', post.id), isIn('term', [...gone])))
    if (post.status === 'auto-draft') continue
    for (const taxonomy of taxonomiesOfType(tx.site, type)) {
      const { name } = taxonomy
      if (Object.hasOwn(terms, name) || assigned.some(term => term.taxonomy === name)) continue
      if (!defaults.has(taxonomy)) defaults.set(taxonomy, await defaultTermOf(store, taxonomy))
      const term = defaults.get(taxonomy)
      if (term !== undefined) add([term])
    }
  }
  return { terms: [...addedTerms], assignments: added, before, after: [...kept, ...added] }
}

export async function termsById(
  { store }: Session,
  ids: ReadonlySet<number>,
): Promise<ReadonlyMap<number, TermRecord>> {
  if (ids.size === 0) return new Map()
  const { records } = await termsIn(store).find({ where: whereTerms.in('id', [...ids]) })
  return new Map(records.map(term => [term.id, term]))
}

/** The default term of posts without one; `undefined` if the taxonomy has none. */
export async function defaultTermOf(
  store: StoreSession,
  { name, defaultTermOption: option }: Taxonomy,
): Promise<TermRecord | undefined> {
  const id = option === undefined ? 0 : Number(await store.options.get(option))
  const term = Number.isSafeInteger(id) && id > 0 ? await termsIn(store).get(id) : undefined
  return term?.taxonomy === name ? term : undefined
}
