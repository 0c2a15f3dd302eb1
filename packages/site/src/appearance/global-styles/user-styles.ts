import type { StoreSession } from '@platen/storage'
import { insertRecord } from '../../content/posts/index.js'
import { type PostType, postTypes } from '../../content/types/index.js'
import type { SiteContext } from '../../kernel/context/index.js'
import { inTransaction, type Tx } from '../../kernel/operations/index.js'
import { type PostRecord, postsIn, wherePosts } from '../../kernel/records/index.js'
import {
  type StyleTree,
  type StyleTreeInput,
  storedStyles,
  styleTree,
  type TreeShapes,
  writtenStyles,
} from '../theme-json/index.js'

/** The post type of the styles of users; `undefined` when it does not show in the interface. */
export function globalStylesType(site: SiteContext): PostType | undefined {
  const type = site.get(postTypes).get(`${site.dialect.prefix}_global_styles`)
  return type?.showInRest === true ? type : undefined
}

const { and, eq, in: isIn } = wherePosts

/** The default title of styles. */
const TITLE = 'Custom Styles'

/** The name of the record with the styles of users for a theme. */
const slugOf = ({ dialect }: SiteContext, stylesheet: string): string => `${dialect.prefix}-global-styles-${stylesheet}`

/** The settings and styles of users, without unknown ones. */
export const userTree = (record: Pick<PostRecord, 'content'>, shapes: TreeShapes): StyleTree =>
  styleTree(storedStyles(record), 'custom', shapes)

/** The name in imports from a site with the prefix of its server. */
const importedSlugOf = (stylesheet: string): string => `wp-global-styles-${stylesheet}`

/** The record with the styles of users for a theme, their own before an imported one; `undefined` while there is none. */
export const findUserStyles = (
  site: SiteContext,
  store: StoreSession,
  type: PostType,
  stylesheet: string,
): Promise<PostRecord | undefined> => {
  const slugs = [...new Set([slugOf(site, stylesheet), importedSlugOf(stylesheet)])]
  return postsIn(store).first({
    where: and(isIn('slug', slugs), eq('type', type.name), eq('status', 'publish')),
    order: [
      { by: 'position', field: 'slug', values: slugs },
      { by: 'field', field: 'id', direction: 'asc' },
    ],
  })
}

/** The stored styles of users for a theme. */
export async function storedUserStyles(site: SiteContext, stylesheet: string): Promise<StyleTreeInput> {
  const type = globalStylesType(site)
  const record = type && (await findUserStyles(site, site.store, type, stylesheet))
  return record === undefined ? {} : storedStyles(record)
}

/**
 * The record with the styles of users for a theme, created if there is none: at most one for each theme, since writes
 * of a store are serialized. `undefined` if the site does not show styles in its interface.
 */
export async function ensureUserStyles(site: SiteContext, stylesheet: string): Promise<PostRecord | undefined> {
  const type = globalStylesType(site)
  if (type === undefined) return undefined
  return (
    (await findUserStyles(site, site.store, type, stylesheet)) ??
    inTransaction(site, tx => findOrCreate(tx, type, stylesheet))
  )
}

async function findOrCreate(tx: Tx, type: PostType, stylesheet: string): Promise<PostRecord> {
  const { site, store } = tx
  const styles = await findUserStyles(site, store, type, stylesheet)
  if (styles !== undefined) return styles
  const { time } = await site.options()
  const now = site.services.clock()
  const [date, dateGmt] = [time.local(now), time.utc(now)]
  const record = {
    status: 'publish',
    title: TITLE,
    content: writtenStyles({}),
    date,
    dateGmt,
    modified: date,
    modifiedGmt: dateGmt,
  }
  return insertRecord(tx, type, record, async () => slugOf(site, stylesheet))
}

/**
 * The URL of the styles of users for a theme, for the relation `user-global-styles` of the active theme. The record is
 * created if there is none. `undefined` if the site does not show styles in its interface.
 */
export async function userStylesUrl(site: SiteContext, stylesheet: string): Promise<string | undefined> {
  const record = await ensureUserStyles(site, stylesheet)
  return record && `${site.apiUrl}/${site.namespace}/global-styles/${record.id}`
}
