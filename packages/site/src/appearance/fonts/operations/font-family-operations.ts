import { RestError } from '@platen/core'
import { slugifyRequested } from '@platen/rendering'
import type { StoreSession } from '@platen/storage'
import {
  insertPost,
  mayCreatePost,
  mayDeletePost,
  mayEditPost,
  noSuchPost,
  type PostTarget,
  postSaved,
  preparePost,
  reloadPost,
  removePosts,
  storePostChanges,
} from '../../../content/posts/index.js'
import { permit } from '../../../kernel/context/index.js'
import { defineOperation, type Tx } from '../../../kernel/operations/index.js'
import { type PostRecord, postsIn, wherePosts } from '../../../kernel/records/index.js'
import { cleanFamily, type FontFamily, familyTexts, fontFamilyOf } from '../font-family.js'
import { FAMILY_SETTINGS } from '../font-settings.js'
import { type FontTypes, fontTypes } from '../font-types.js'
import { emptySetting, invalidSettings } from './check-settings.js'

/** A font family to create. */
export interface NewFontFamily extends Omit<FontFamily, 'preview'> {
  readonly preview?: string | undefined
}

/** Changes of a stored font family. Its slug cannot change. */
export interface FontFamilyChanges extends PostTarget, Partial<Omit<FontFamily, 'slug'>> {}

/** Reloads a font for update. Throws if it does not have the type, or the error that `may` returns. */
export const reloadFont = (
  tx: Tx,
  type: FontTypes[keyof FontTypes],
  id: number,
  may: Parameters<typeof reloadPost>[2],
): Promise<PostRecord> =>
  reloadPost(tx, id, post => {
    if (post.type !== type.name) throw noSuchPost()
    return may(post)
  })

/** Whether a font of a type has a slug. */
export async function isSlugTaken(store: StoreSession, type: string, slug: string): Promise<boolean> {
  const family = await postsIn(store).first({
    where: wherePosts.and(wherePosts.eq('type', type), wherePosts.eq('slug', slug)),
  })
  return family !== undefined
}

/** The error for a slug without letters and digits. */
export const refusedSlug = (slug: unknown): RestError | undefined =>
  slugifyRequested(String(slug)) === ''
    ? invalidSettings(`${FAMILY_SETTINGS}[slug] has neither letters nor digits.`)
    : undefined

/** Creates a font family. Throws `rest_duplicate_font_family` if the slug is taken. */
export const createFontFamily = defineOperation(async (tx, actor, { preview = '', ...input }: NewFontFamily) => {
  const { family: type } = fontTypes(tx.site)
  permit(mayCreatePost(type, actor, {}))
  const refused = emptySetting(FAMILY_SETTINGS, input, ['name', 'slug', 'fontFamily']) ?? refusedSlug(input.slug)
  if (refused !== undefined) throw refused
  const family = cleanFamily(tx.site, { ...input, preview })
  if (await isSlugTaken(tx.store, type.name, family.slug))
    throw new RestError('rest_duplicate_font_family', `A font family "${family.slug}" already exists.`, 400)
  const prepared = await preparePost(tx, actor, type, { slug: family.slug, status: 'publish' })
  const changes = { ...prepared.changes, ...familyTexts(family) }
  const post = await insertPost(tx, actor, type, { ...prepared, changes })
  tx.emit(postSaved, { post, before: undefined })
  return post
})

/** Changes a font family. */
export const updateFontFamily = defineOperation(async (tx, actor, { id, version, ...input }: FontFamilyChanges) => {
  const { family: type } = fontTypes(tx.site)
  const before = await reloadFont(tx, type, id, post => mayEditPost(actor, post))
  const empty = emptySetting(FAMILY_SETTINGS, input, ['name', 'fontFamily'])
  if (empty !== undefined) throw empty
  const stored = fontFamilyOf(before)
  const family = { ...cleanFamily(tx.site, { ...stored, ...input }), slug: stored.slug }
  const prepared = await preparePost(tx, actor, type, {}, { before })
  const changes = { ...prepared.changes, ...familyTexts(family) }
  const post = await storePostChanges(tx, actor, type, { before, prepared: { ...prepared, changes }, version })
  tx.emit(postSaved, { post, before })
  return post
})

/** Permanently deletes a font family with its faces and their files, and returns it. */
export const deleteFontFamily = defineOperation(async (tx, actor, { id, version }: PostTarget): Promise<PostRecord> => {
  const { family: type } = fontTypes(tx.site)
  const options = await tx.site.options()
  const post = await reloadFont(tx, type, id, each => mayDeletePost(actor, each, options))
  if (version !== undefined) await postsIn(tx.store).update(post.id, {}, { version })
  await removePosts(tx, [post])
  return post
})
