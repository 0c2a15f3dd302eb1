import { NO_AREA, partAreas, themes } from '../../appearance/themes/index.js'
import { blockPatternCategories } from '../../kernel/blocks/index.js'
import type { SiteContext } from '../../kernel/context/index.js'
import { postsIn, termsIn, usersIn, wherePosts, whereTerms, whereUsers } from '../../kernel/records/index.js'
import { findShown } from '../../kernel/rest/index.js'
import { postTypes } from '../types/index.js'
import { START_ALIGNED_AUTHORS, type ViewListEntry } from './view-configs.js'

/** The maximum number of pattern categories, and of users, with their own views. */
const MAX_VIEWS = 100

const locked = (field: string, operator: string, value: string) => ({
  filters: [{ field, operator, value, isLocked: true }],
})

const status = (title: string, slug: string, value = slug, view: object = {}): ViewListEntry => ({
  title,
  slug,
  view: { ...view, ...locked('status', 'isAny', value) },
})

const pageViews: readonly ViewListEntry[] = [
  status('Published', 'published', 'publish'),
  status('Scheduled', 'future'),
  status('Drafts', 'drafts', 'draft'),
  status('Pending', 'pending'),
  status('Private', 'private'),
  status('Trash', 'trash', 'trash', { type: 'table', layout: START_ALIGNED_AUTHORS }),
]

/** A view for each area; parts in no other area come last. */
const areaViews: readonly ViewListEntry[] = [
  ...partAreas.filter(({ area }) => area !== NO_AREA),
  ...partAreas.filter(({ area }) => area === NO_AREA),
].map(({ area, label }) => ({ title: label, slug: area, view: locked('area', 'is', area) }))

const all = (title: string, slug = 'all'): ViewListEntry => ({ title, slug })

/** A view for each author of templates: the theme, and the users who changed or created some. */
async function templateViews(site: SiteContext): Promise<readonly ViewListEntry[]> {
  const { header, templates } = site.get(themes).active(await site.options())
  const { and, eq } = wherePosts
  const records = await findShown(postsIn(site.store), {
    where: and(eq('type', `${site.dialect.prefix}_template`), eq('status', 'publish')),
    order: [{ by: 'field', field: 'id', direction: 'asc' }],
    limit: MAX_VIEWS,
  })
  const ids = [...new Set(records.map(({ author }) => author))].filter(id => id !== 0)
  const users = ids.length === 0 ? [] : await findShown(usersIn(site.store), { where: whereUsers.in('id', ids) })
  const names = [...(templates.length === 0 ? [] : [header.name]), ...users.map(({ displayName }) => displayName)]
  return [...new Set(names)].map(name => ({ title: name, slug: name, view: locked('author', 'is', name) }))
}

/** A view for each category of patterns, including those of users. */
async function patternViews(site: SiteContext): Promise<readonly ViewListEntry[]> {
  const records = await findShown(termsIn(site.store), {
    where: whereTerms.eq('taxonomy', `${site.dialect.prefix}_pattern_category`),
    order: [{ by: 'field', field: 'id', direction: 'asc' }],
    limit: MAX_VIEWS,
  })
  const registered = site.get(blockPatternCategories).all()
  const titles = new Map([
    ...registered.map(({ name, label }) => [name, label ?? name] as const),
    ...records.map(({ slug, name }) => [slug, name] as const),
  ])
  const views = [...titles].map(([slug, title]) => ({ title, slug }))
  return [...views.sort((a, b) => a.title.localeCompare(b.title, 'en')), all('Uncategorized', 'uncategorized')]
}

/** The views that lists of a post type offer, or those of any other entity. */
export async function viewList(site: SiteContext, postType: string | undefined): Promise<readonly ViewListEntry[]> {
  if (postType === undefined) return [all('All items')]
  const first = all(site.get(postTypes).get(postType)?.labels.all_items ?? 'All items')
  const { prefix } = site.dialect
  switch (postType) {
    case 'page':
      return [first, ...pageViews]
    case `${prefix}_template`:
      return [first, ...(await templateViews(site))]
    case `${prefix}_template_part`:
      return [all(first.title, 'all-parts'), ...areaViews]
    case `${prefix}_block`:
      return [all(first.title, 'all-patterns'), all('My patterns', 'my-patterns'), ...(await patternViews(site))]
    default:
      return [first]
  }
}
