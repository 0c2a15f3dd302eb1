import { type ImportOptions, type ImportSummary, importWxr } from '@platen/cli'
import {
  metaIn,
  type PostRecord,
  postsIn,
  type Site,
  type TermRecord,
  termsIn,
  whereMeta,
  wherePosts,
  whereTerms,
} from '@platen/site'
import { chunksOf, element, exportText } from '../export-text.js'

/** Imports an export with this body. */
export const importText = (site: Site, body: string, options?: ImportOptions) =>
  importWxr(site.context, chunksOf(exportText(body)), options)

/** How many of each kind were created. */
export const created = (summary: ImportSummary) =>
  Object.fromEntries([...summary].map(([kind, tally]) => [kind, tally.created]))
/** How many things of all kinds were created, or skipped. */
export const countOf = (summary: ImportSummary, of: 'created' | 'skipped') =>
  [...summary.values()].reduce((sum, tally) => sum + tally[of], 0)

/** The post with a title. */
export async function postOf(site: Site, title: string): Promise<PostRecord> {
  const post = await postsIn(site.context.store).first({ where: wherePosts.eq('title', title) })
  if (!post) throw new Error(`there is no post "${title}"`)
  return post
}

/** The meta of what has an id, by key. */
export async function metaOf(site: Site, id: number): Promise<Record<string, unknown>> {
  const { records } = await metaIn(site.context.store).find({ where: whereMeta.eq('object', id) })
  return Object.fromEntries(records.map(({ key, value }) => [key, value]))
}

/** The term with a slug. */
export async function termOf(site: Site, slug: string): Promise<TermRecord> {
  const term = await termsIn(site.context.store).first({ where: whereTerms.eq('slug', slug) })
  if (!term) throw new Error(`there is no term "${slug}"`)
  return term
}

/** A comment in an export. */
export const comment = (
  id: number,
  parent: number,
  content: string,
  more: Readonly<Record<string, string | number>> = {},
) =>
  element('wp:comment', {
    'wp:comment_id': id,
    'wp:comment_parent': parent,
    'wp:comment_author': 'Bo',
    'wp:comment_date': '2020-01-02 03:04:05',
    'wp:comment_date_gmt': '2020-01-02 03:04:05',
    'wp:comment_content': content,
    'wp:comment_approved': '1',
    ...more,
  })
/** A category in an export. */
export const category = (slug: string, parent = '') =>
  element('wp:category', {
    'wp:category_nicename': slug,
    'wp:category_parent': parent,
    'wp:cat_name': slug.toUpperCase(),
  })
