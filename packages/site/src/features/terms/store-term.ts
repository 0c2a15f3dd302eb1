import { filterHtml, givenSlug, sanitizeName, slugify } from '@platen/rendering'
import type { SitePrincipal } from '../../access/site-principal.js'
import { applyMetaChanges, planMetaWrite } from '../../meta/meta-values.js'
import { ancestorsOf } from '../../permalinks/term-link.js'
import { metaKeys } from '../../registrations/meta-keys.js'
import type { Taxonomy } from '../../registrations/taxonomies.js'
import type { SiteContext } from '../../site-context.js'
import { type MetaRecord, type RecordChanges, type StoreContents, type TermRecord, where } from '../../storage/index.js'
import { noSuchTerm } from './term-permissions.js'
import { emptyName, slugTaken, termExists } from './term-refusals.js'
import type { TermDraft } from './term-resource.js'
import { freeTermSlug, isSlugTaken } from './term-slug.js'

/** Where a term is written: a taxonomy, inside of a transaction, by somebody. */
export interface TermWriting {
  readonly site: SiteContext
  readonly contents: StoreContents
  readonly taxonomy: Taxonomy
  readonly principal: SitePrincipal
}

/** Stores a new term, with its meta. Throws what a client may have got wrong. */
export async function insertTerm(writing: TermWriting, draft: TermDraft): Promise<TermRecord> {
  const { contents, taxonomy } = writing
  const ancestors = await lineage(writing, draft.parent ?? 0)
  const parent = ancestors[0]?.id ?? 0
  const name = nameOf(writing, draft.name ?? '')
  const wished = givenSlug(draft.slug ?? '')
  await requireNew(writing, { name, parent, wished })
  const slug = wished === '' ? slugify(name) : wished
  const inserted = await contents.terms.insert({
    taxonomy: taxonomy.name,
    name,
    // A name without a letter or digit makes no slug: the term is named by its id, which is not known yet.
    slug: slug === '' ? '' : await freeTermSlug(contents, taxonomy, slug, ancestors, 0),
    description: filterHtml(draft.description ?? '', 'description'),
    parent,
    group: 0,
    count: 0,
  })
  const term = slug === '' ? await nameById(writing, inserted) : inserted
  await storeMeta(writing, term, [], draft.meta)
  return term
}

/**
 * Stores changes of a term, and of its meta. It goes by the term as it is inside of the transaction: somebody may have
 * changed it since it was addressed. Throws what a client may have got wrong.
 */
export async function updateTerm(
  writing: TermWriting,
  id: number,
  draft: TermDraft,
  version: number | undefined,
): Promise<{ readonly before: TermRecord; readonly term: TermRecord }> {
  const { contents } = writing
  const before = await contents.terms.get(id)
  if (before === undefined) throw noSuchTerm()
  const changes: { -readonly [K in keyof RecordChanges<TermRecord>]: RecordChanges<TermRecord>[K] } = {}
  if (draft.parent !== undefined) changes.parent = await cutLoop(writing, before, draft.parent)
  if (draft.name !== undefined) changes.name = nameOf(writing, draft.name)
  if (draft.description !== undefined) changes.description = filterHtml(draft.description, 'description')
  if (draft.slug !== undefined)
    changes.slug = await changedSlug(writing, { ...before, ...changes }, givenSlug(draft.slug))
  const term = await contents.terms.update(before.id, changes, { version })
  if (draft.meta !== undefined) {
    const stored = (await contents.terms.related([term.id], ['meta'])).meta?.get(term.id)
    await storeMeta(writing, term, stored ?? [], draft.meta)
  }
  return { before, term }
}

function nameOf({ site }: TermWriting, given: string): string {
  const name = sanitizeName(given)
  if (name === '') throw emptyName(site.dialect)
  return name
}

/** The parent and what is above it; nothing for 0. */
async function lineage({ contents, taxonomy }: TermWriting, id: number): Promise<readonly TermRecord[]> {
  if (id === 0) return []
  const parent = id > 0 ? await contents.terms.get(id) : undefined
  if (parent?.taxonomy !== taxonomy.name) throw noSuchTerm(400)
  return [parent, ...((await ancestorsOf(contents, [parent])).get(id) ?? [])]
}

/** A term that would stand below itself is put to the top. */
async function cutLoop(writing: TermWriting, term: TermRecord, parent: number): Promise<number> {
  const above = await lineage(writing, parent)
  return above.some(ancestor => ancestor.id === term.id) ? 0 : parent
}

const lowered = (text: string) => text.replace(/[A-Z]/g, letter => letter.toLowerCase())

/**
 * Names differ at one place of a taxonomy, by more than the case of Latin letters. With a slug of its own a term may
 * have a name that is there, unless that one has the slug too.
 */
async function requireNew(
  { contents, taxonomy }: TermWriting,
  { name, parent, wished }: { readonly name: string; readonly parent: number; readonly wished: string },
): Promise<void> {
  const { and, eq, equalsText } = where.terms
  const { records } = await contents.terms.find({
    where: and(
      eq('taxonomy', taxonomy.name),
      equalsText('name', name),
      taxonomy.hierarchical ? eq('parent', parent) : undefined,
      wished === '' ? undefined : eq('slug', wished),
    ),
    order: [{ by: 'field', field: 'id', direction: 'asc' }],
  })
  const same = records.find(term => lowered(term.name) === lowered(name))
  if (same !== undefined) throw termExists(same.id)
}

async function changedSlug(writing: TermWriting, term: TermRecord, wished: string): Promise<string> {
  const { site, contents, taxonomy } = writing
  if (wished === '') {
    const made = slugify(term.name)
    if (made === '') return String(term.id)
    return freeTermSlug(contents, taxonomy, made, await lineage(writing, term.parent), term.id)
  }
  if (await isSlugTaken(contents, taxonomy, wished, term.id)) throw slugTaken(site.dialect, wished)
  return wished
}

async function nameById({ contents, taxonomy }: TermWriting, term: TermRecord): Promise<TermRecord> {
  const slug = await freeTermSlug(contents, taxonomy, String(term.id), [], term.id)
  return contents.terms.update(term.id, { slug })
}

async function storeMeta(
  { site, contents, taxonomy, principal }: TermWriting,
  term: TermRecord,
  stored: readonly MetaRecord[],
  given: unknown,
): Promise<void> {
  const keys = site.get(metaKeys).of('term', taxonomy.name)
  const changes = planMetaWrite(site.dialect, keys, stored, given, principal, term.id, principal.can('edit_term', term))
  await applyMetaChanges(contents, 'term', term.id, changes)
}
