import { filterHtml, sanitizeName, slugify, slugifyRequested } from '@platen/rendering'
import type { RecordChanges } from '@platen/storage'
import type { Actor, Tx } from '../../../kernel/operations/index.js'
import { type TermRecord, termsIn, whereTerms } from '../../../kernel/records/index.js'
import { requireLength, TEXT_LIMITS } from '../../../kernel/refusals/index.js'
import { writeMeta } from '../../meta/index.js'
import { ancestorsOf } from '../../posts/index.js'
import type { Taxonomy } from '../../types/index.js'
import { noSuchTerm } from '../rules/term-access.js'
import { emptyName, isTooLong, nameTooLong, slugTaken, termExists } from '../rules/term-refusals.js'
import { freeTermSlug, isSlugTaken } from '../term-slug.js'
import type { TermInput } from './term-input.js'

/** The context of a write to a term: the transaction, the actor and the taxonomy. */
interface TermWriting {
  readonly tx: Tx
  readonly actor: Actor
  readonly taxonomy: Taxonomy
}

/** Stores a new term with its meta, with a free id or a new one. Throws a `RestError` for invalid input. */
export async function insertTerm(writing: TermWriting, input: TermInput, id?: number): Promise<TermRecord> {
  const { taxonomy } = writing
  const { store } = writing.tx
  const ancestors = await lineage(writing, input.parent ?? 0)
  const parent = ancestors[0]?.id ?? 0
  const name = nameOf(writing, input.name ?? '')
  const requested = slugifyRequested(input.slug ?? '')
  const slug = requested === '' ? slugify(name) : requested
  await requireNew(writing, { name, slug, parent, requested })
  const inserted = await termsIn(store).insert({
    ...(id !== undefined && { id }),
    taxonomy: taxonomy.name,
    name,
    // A name without a letter or digit gives no slug: the slug is then the id, which does not exist yet.
    slug: slug === '' ? '' : await freeTermSlug(writing.tx, taxonomy, slug, ancestors, 0),
    description: descriptionOf(input.description ?? ''),
    parent,
    group: 0,
    count: 0,
  })
  const term = slug === '' ? await nameById(writing, inserted) : inserted
  await storeMeta(writing, term, input.meta, true)
  return term
}

/** Stores changes of a term and its meta; `before` is its stored record. Throws a `RestError` for invalid input. */
export async function storeTermChanges(
  writing: TermWriting,
  before: TermRecord,
  input: TermInput,
  version: number | undefined,
): Promise<TermRecord> {
  const { store } = writing.tx
  const changes: { -readonly [K in keyof RecordChanges<TermRecord>]: RecordChanges<TermRecord>[K] } = {}
  if (input.parent !== undefined) changes.parent = await cutLoop(writing, before, input.parent)
  if (input.name !== undefined) changes.name = nameOf(writing, input.name)
  if (input.description !== undefined) changes.description = descriptionOf(input.description)
  if (input.slug !== undefined)
    changes.slug = await changedSlug(writing, { ...before, ...changes }, slugifyRequested(input.slug))
  const term = await termsIn(store).update(before.id, changes, { version })
  await storeMeta(writing, term, input.meta, false)
  return term
}

function descriptionOf(text: string): string {
  requireLength('description', text, TEXT_LIMITS.text)
  return filterHtml(text, 'description')
}

function nameOf({ tx: { site } }: TermWriting, text: string): string {
  const name = sanitizeName(text)
  if (name === '') throw emptyName(site.dialect)
  if (isTooLong(name)) throw nameTooLong(site.dialect)
  return name
}

/** The parent and its ancestors; empty for 0. */
async function lineage({ tx: { store }, taxonomy }: TermWriting, id: number): Promise<readonly TermRecord[]> {
  if (id === 0) return []
  const parent = id > 0 ? await termsIn(store).get(id) : undefined
  if (parent?.taxonomy !== taxonomy.name) throw noSuchTerm(400)
  return [parent, ...((await ancestorsOf(store, [parent], Number.POSITIVE_INFINITY)).get(id) ?? [])]
}

/** A term that would become its own ancestor moves to the top level. */
async function cutLoop(writing: TermWriting, term: TermRecord, parent: number): Promise<number> {
  const above = await lineage(writing, parent)
  return above.some(ancestor => ancestor.id === term.id) ? 0 : parent
}

const lowered = (text: string) => text.replace(/[A-Z]/g, letter => letter.toLowerCase())

interface NewTerm {
  readonly name: string
  readonly slug: string
  readonly parent: number
  /** The slug that was sent; empty for none. */
  readonly requested: string
}

/**
 * Refuses a name that another term has, ignoring ASCII case, unless the slug is given and free. In hierarchical
 * taxonomies, both count only among siblings, and a name in different case is refused only if its slug is not free.
 */
async function requireNew(
  { tx: { store }, taxonomy }: TermWriting,
  { name, slug, parent, requested }: NewTerm,
): Promise<void> {
  const { and, eq, equalsText } = whereTerms
  const { hierarchical } = taxonomy
  const siblings = and(eq('taxonomy', taxonomy.name), hierarchical ? eq('parent', parent) : undefined)
  const order = [{ by: 'field', field: 'id', direction: 'asc' }] as const
  const holder = () => termsIn(store).first({ where: and(siblings, eq('slug', slug)), order })
  // There may be many terms of the name, which are then not read.
  if (requested !== '' && (await holder()) === undefined) return
  const { records } = await termsIn(store).find({ where: and(siblings, equalsText('name', name)), order })
  const named = records.filter(term => lowered(term.name) === lowered(name))
  const [first] = named
  if (first === undefined) return
  const same = requested !== '' ? undefined : hierarchical ? named.find(term => term.name === name) : first
  if (same !== undefined) throw termExists(same.id)
  const taken = await holder()
  if (taken !== undefined) throw termExists(hierarchical ? taken.id : first.id)
}

async function changedSlug(writing: TermWriting, term: TermRecord, requested: string): Promise<string> {
  const { taxonomy } = writing
  const { site, store } = writing.tx
  if (requested === '') {
    const made = slugify(term.name)
    if (made === '') return String(term.id)
    return freeTermSlug(writing.tx, taxonomy, made, await lineage(writing, term.parent), term.id)
  }
  if (await isSlugTaken(store, taxonomy, requested, term.id)) throw slugTaken(site.dialect, requested)
  return requested
}

async function nameById({ tx, taxonomy }: TermWriting, term: TermRecord): Promise<TermRecord> {
  const slug = await freeTermSlug(tx, taxonomy, String(term.id), [], term.id)
  return termsIn(tx.store).update(term.id, { slug })
}

const storeMeta = (
  { tx, taxonomy, actor }: TermWriting,
  term: TermRecord,
  values: unknown,
  isNew: boolean,
): Promise<void> => {
  const object = { kind: 'term', subtype: taxonomy.name, object: term.id }
  return writeMeta(tx, actor, object, values, { mayEdit: actor.can('edit_term', term), isNew })
}
