import { slugify, suffixedSlug } from '@platen/rendering'
import {
  assignTerms,
  countedTerms,
  freeTrashedSlugs,
  insertRecord,
  type PostInput,
  postSaved,
  preparePost,
  saveCompanions,
  setInternalMeta,
  shiftTermCounts,
} from '../../../content/posts/index.js'
import { storeRevision } from '../../../content/revisions/index.js'
import { createTerm } from '../../../content/terms/index.js'
import { type Actor, systemActor, type Tx } from '../../../kernel/operations/index.js'
import { type PostRecord, postsIn, termsIn, wherePosts } from '../../../kernel/records/index.js'
import { firstFree, setExtraFields } from '../../../kernel/rest/index.js'
import { knownArea } from '../../themes/index.js'
import { namedTerms, ORIGIN, SUGGESTION, storedFor, themeTermName } from '../stored-templates.js'
import type { Template } from '../template.js'
import { areaTaxonomy, type TemplateKind, themeTaxonomy } from '../template-kind.js'
import type { TemplateInput } from './template-input.js'

/** The texts of an input, as posts have them. */
export const textsOf = ({ title, content, description, author }: TemplateInput): PostInput => ({
  ...(title !== undefined && { title }),
  ...(content !== undefined && { content }),
  ...(description !== undefined && { excerpt: description }),
  ...(author !== undefined && { author }),
})

/** Stores a new template for a theme, and its origin, if it had one. */
export async function insertTemplate(
  tx: Tx,
  actor: Actor,
  kind: TemplateKind,
  { slug, theme, origin, ...input }: TemplateInput & Pick<Template, 'slug' | 'theme' | 'origin'>,
): Promise<PostRecord> {
  const { site, store } = tx
  const values: PostInput = { ...textsOf(input), slug, status: 'publish' }
  const { changes } = await preparePost(tx, actor, kind.type, values, { excerptParam: 'description' })
  const post = await insertRecord(tx, kind.type, { author: actor.id, ...changes }, each =>
    freeSlug(tx, kind, theme, each),
  )
  const assigned = { [themeTaxonomy(site.dialect)]: [await termNamed(tx, themeTaxonomy(site.dialect), theme)] }
  await assignTerms(tx, systemActor(site), [{ post, type: kind.type, terms: assigned, isStored: false }])
  if (kind.isPart) await setArea(tx, kind, post, input.area)
  if (origin !== null) await setInternalMeta(store, post.id, ORIGIN, origin)
  await shiftTermCounts(tx, [], await countedTerms(site, store, [post]))
  await storeBelongings(tx, actor, kind, input, { post })
  return post
}

interface TemplateChange {
  readonly before: PostRecord
  readonly input: TemplateInput
  readonly version: number | undefined
}

/** Stores changes of a stored template. Its slug, status and theme do not change, since they identify it. */
export async function storeTemplateChanges(
  tx: Tx,
  actor: Actor,
  kind: TemplateKind,
  { before, input, version }: TemplateChange,
): Promise<PostRecord> {
  const { site, store } = tx
  const { changes } = await preparePost(tx, actor, kind.type, textsOf(input), {
    before,
    excerptParam: 'description',
  })
  const countedBefore = await countedTerms(site, store, [before])
  const post = await postsIn(store).update(before.id, changes, { version })
  if (kind.isPart && input.area !== undefined) await setArea(tx, kind, post, input.area)
  await shiftTermCounts(tx, countedBefore, await countedTerms(site, store, [post]))
  await storeRevision(tx, kind.type, post, actor.id)
  await storeBelongings(tx, actor, kind, input, { post, before })
  return post
}

/** Stores what belongs to a stored template besides its post, and emits the event. */
async function storeBelongings(
  tx: Tx,
  actor: Actor,
  { type, isPart }: TemplateKind,
  { fields, isSuggestion }: TemplateInput,
  { post, before }: { readonly post: PostRecord; readonly before?: PostRecord },
): Promise<void> {
  if (!isPart && isSuggestion !== undefined)
    await setInternalMeta(tx.store, post.id, SUGGESTION, isSuggestion ? true : undefined)
  await setExtraFields(tx, actor, type.name, post, fields)
  await saveCompanions(tx, post, before)
  tx.emit(postSaved, { post, before })
}

async function setArea(tx: Tx, { type }: TemplateKind, post: PostRecord, area: string | undefined): Promise<void> {
  const taxonomy = areaTaxonomy(tx.site.dialect)
  const assigned = { [taxonomy]: [await termNamed(tx, taxonomy, knownArea(area))] }
  await assignTerms(tx, systemActor(tx.site), [{ post, type, terms: assigned, isStored: true }])
}

/** The id of a term with a name, which is created with the first template that has it. */
async function termNamed(tx: Tx, taxonomy: string, text: string): Promise<number> {
  const name = themeTermName(text)
  const term = await termsIn(tx.store).first({ where: namedTerms(taxonomy, name) })
  // Users who may store templates may otherwise not be allowed to create terms.
  return (term ?? (await createTerm(tx, systemActor(tx.site), { taxonomy, name }))).id
}

/** A slug that no other template of the theme has; by default, it derives from the title, or else from the id. */
async function freeSlug(
  { site, store }: Tx,
  kind: TemplateKind,
  theme: string,
  { id, slug, title, status }: Pick<PostRecord, 'id' | 'slug' | 'title' | 'status'>,
): Promise<string> {
  const requested = slug || slugify(title) || (id === 0 ? '' : String(id))
  if (requested === '') return ''
  await freeTrashedSlugs({ store }, { id, slug: requested, status })
  const siblings = wherePosts.and(storedFor(site.dialect, kind, theme), wherePosts.ne('id', id))
  return firstFree(
    1,
    number => (number === 1 ? requested : suffixedSlug(requested, `-${number}`)),
    slugs => postsIn(store).distinct('slug', wherePosts.and(wherePosts.in('slug', slugs), siblings)),
  )
}
