import type { NewRecord } from '@platen/storage'
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
import { defaultTermOf } from '../default-term.js'
import { FORMAT_TAXONOMY } from '../post-meta-keys.js'
import { mayNotAssign } from '../rules/post-access.js'

/** A post and the terms that it is to have. */
export interface PostTerms {
  readonly post: Pick<PostRecord, 'id' | 'status'>
  readonly type: PostType
  /** Ids by taxonomy, replacing the post's terms there; ids of no terms of the taxonomy are ignored. */
  readonly terms: Readonly<Record<string, readonly number[]>>
  /** Whether the post may have terms already. */
  readonly isStored: boolean
}

type Contents = Pick<Tx, 'site' | 'store'>

/**
 * Stores the terms of posts, and the default term of each taxonomy that has one, if `terms` does not contain the
 * taxonomy and the post has no term of it. Throws if the actor may not assign one of the terms; resolves with the terms
 * that were added to any of the posts. Call it in the transaction that stores the posts.
 */
export async function assignTerms(
  tx: Contents,
  actor: Actor,
  posts: readonly PostTerms[],
): Promise<readonly TermRecord[]> {
  return (await storeAssignments(tx, actor, posts)).terms
}

/** Does the same; resolves with all added terms. */
export async function storeAssignments(
  tx: Contents,
  actor: Actor,
  posts: readonly PostTerms[],
): Promise<{ readonly terms: readonly TermRecord[]; readonly assignments: readonly NewRecord<AssignmentRecord>[] }> {
  const { store } = tx
  const { and, eq, in: isIn } = whereAssignments
  const given = await termsById(tx, new Set(posts.flatMap(({ terms }) => Object.values(terms).flat())))
  // For editors of a post, its format is a field and not a term.
  for (const term of given.values())
    if (term.taxonomy !== FORMAT_TAXONOMY && !actor.can('assign_term', term)) throw mayNotAssign(actor)
  const stored = posts.filter(({ isStored }) => isStored).map(({ post }) => post.id)
  const { terms: held } = await postsIn(store).related(stored, ['terms'])
  const defaults = new Map<Taxonomy, TermRecord | undefined>()

  const added: NewRecord<AssignmentRecord>[] = []
  const addedTerms = new Set<TermRecord>()
  for (const { post, type, terms } of posts) {
    const own = held.get(post.id) ?? []
    const add = (some: Iterable<TermRecord>) => {
      let position = 0
      for (const term of some) {
        added.push({ object: post.id, term: term.id, position: position++ })
        addedTerms.add(term)
      }
    }
    for (const [taxonomy, ids] of Object.entries(terms)) {
      const found = ids.map(id => given.get(id)).filter(term => term !== undefined)
      const wanted = new Set(found.filter(term => term.taxonomy === taxonomy))
      if (own.length === 0) {
        add(wanted)
        continue
      }
      const before = new Set(own.filter(term => term.taxonomy === taxonomy).map(({ id }) => id))
      const kept = new Set([...wanted].map(({ id }) => id))
      const gone = [...before].filter(id => !kept.has(id))
      if (gone.length > 0) await assignmentsIn(store).removeWhere(and(eq('object', post.id), isIn('term', gone)))
      add([...wanted].filter(({ id }) => !before.has(id)))
    }
    if (post.status === 'auto-draft') continue
    for (const taxonomy of taxonomiesOfType(tx.site, type)) {
      const { name } = taxonomy
      if (Object.hasOwn(terms, name) || own.some(term => term.taxonomy === name)) continue
      if (!defaults.has(taxonomy)) defaults.set(taxonomy, await defaultTermOf(store, taxonomy))
      const term = defaults.get(taxonomy)
      if (term !== undefined) add([term])
    }
  }
  if (added.length > 0) await assignmentsIn(store).insertMany(added)
  return { terms: [...addedTerms], assignments: added }
}

async function termsById({ store }: Contents, ids: ReadonlySet<number>): Promise<ReadonlyMap<number, TermRecord>> {
  if (ids.size === 0) return new Map()
  const { records } = await termsIn(store).find({ where: whereTerms.in('id', [...ids]) })
  return new Map(records.map(term => [term.id, term]))
}
