import { sanitizeName } from '@platen/rendering'
import type { Condition, StoreSession } from '@platen/storage'
import type { SiteContext } from '../../kernel/context/index.js'
import {
  type MetaRecord,
  type PostRecord,
  type PostRelated,
  postsIn,
  type TermRecord,
  whereAssignments,
  wherePosts,
  whereTerms,
} from '../../kernel/records/index.js'
import { findShortened, isEmptyValue } from '../../kernel/rest/index.js'
import type { Dialect } from '../../server/dialects/index.js'
import { defaultTypeOf, knownArea, themes } from '../themes/index.js'
import { fileTemplates } from './file-templates.js'
import type { StoredTemplate, Template } from './template.js'
import { templateId } from './template-id.js'
import { areaTaxonomy, type TemplateKind, themeTaxonomy } from './template-kind.js'

/** The meta key with the source of a template before it was changed. */
export const ORIGIN = 'origin'

/** The meta key of templates for a kind of page, which editors suggest. */
export const SUGGESTION = 'is_wp_suggestion'

/** The statuses of templates in use. */
const IN_USE = ['publish', 'draft', 'auto-draft']

/** The name of a theme as terms have it. */
export const themeTermName = (theme: string): string => sanitizeName(theme)

/**
 * Creates the function that finds the theme of a term. Unlike folder names, term names contain no special characters.
 */
export function themesByTerm(site: Pick<SiteContext, 'get'>): (term: string) => string {
  const registered = site.get(themes)
  let byTerm: Map<string, string> | undefined
  return term => {
    if (registered.find(term) !== undefined) return term
    byTerm ??= new Map(registered.all().map(({ stylesheet }) => [themeTermName(stylesheet), stylesheet]))
    return byTerm.get(term) ?? term
  }
}

/** The terms of a taxonomy with a name. */
export const namedTerms = (taxonomy: string, name: string): Condition<TermRecord> =>
  whereTerms.and(whereTerms.eq('taxonomy', taxonomy), whereTerms.equalsText('name', name), whereTerms.eq('name', name))

/** The posts of a kind that are in use, for any theme. */
export const inUse = ({ type }: TemplateKind): Condition<PostRecord> =>
  wherePosts.and(wherePosts.eq('type', type.name), wherePosts.in('status', IN_USE))

/** The posts of a kind that are in use and for a theme. */
export const storedFor = (dialect: Dialect, kind: TemplateKind, theme: string): Condition<PostRecord> =>
  wherePosts.and(
    inUse(kind),
    wherePosts.exists(
      whereAssignments,
      { foreign: 'object', local: 'id' },
      whereAssignments.exists(
        whereTerms,
        { foreign: 'id', local: 'term' },
        namedTerms(themeTaxonomy(dialect), themeTermName(theme)),
      ),
    ),
  )

/** The stored templates that match a condition, the latest first, with a fixed number of queries. */
export async function findStored(
  site: SiteContext,
  store: StoreSession,
  kind: TemplateKind,
  condition: Condition<PostRecord>,
): Promise<readonly StoredTemplate[]> {
  const { records, related } = await findShortened(limits =>
    postsIn(store).find({
      ...limits,
      where: condition,
      order: [
        { by: 'field', field: 'date', direction: 'desc' },
        { by: 'field', field: 'id', direction: 'desc' },
      ],
      with: ['terms', 'meta'],
    }),
  )
  const toTemplate = await templateOfPost(site, kind)
  return records.flatMap(post => toTemplate(post, related) ?? [])
}

/** Loads the template of a post; `undefined` if it is for no theme. */
export async function loadStored(
  site: SiteContext,
  store: StoreSession,
  kind: TemplateKind,
  post: PostRecord,
): Promise<StoredTemplate | undefined> {
  const toTemplate = await templateOfPost(site, kind)
  return toTemplate(post, await postsIn(store).related([post.id], ['terms', 'meta']))
}

/**
 * Creates the function that converts posts with their terms and meta to templates. A post without a theme is not a
 * template.
 */
async function templateOfPost(site: SiteContext, kind: TemplateKind) {
  const active = site.get(themes).active(await site.options())
  const files = fileTemplates(site, active, kind)
  const themeOf = themesByTerm(site)
  const [ofTheme, ofArea] = [themeTaxonomy(site.dialect), areaTaxonomy(site.dialect)]
  return (post: PostRecord, related: PostRelated<'terms' | 'meta'>): StoredTemplate | undefined => {
    const { id, version, type, slug, title, content, excerpt, status } = post
    const termsOfPost = related.terms.get(id) ?? []
    const term = nameIn(termsOfPost, ofTheme)
    if (term === undefined) return undefined
    const theme = themeOf(term)
    const file: Template | undefined = theme === active.stylesheet ? files.get(slug) : undefined
    const hasThemeFile = file?.hasThemeFile === true
    const values = related.meta.get(id) ?? []
    const isSuggestion = values.some(({ key, value }) => key === SUGGESTION && !isEmptyValue(value))
    return {
      ...{
        id: templateId({ theme, slug }),
        version,
        type,
        theme,
        slug,
        title,
        content,
        description: excerpt,
        status,
        post,
      },
      source: 'custom',
      origin: originOf(values),
      hasThemeFile,
      isCustom: !kind.isPart && !isSuggestion && defaultTypeOf(slug) === undefined,
      ...(kind.isPart ? { area: knownArea(nameIn(termsOfPost, ofArea)) } : {}),
      ...(hasThemeFile && { postTypes: file?.postTypes }),
      ...(file?.plugin !== undefined && { plugin: file.plugin }),
    }
  }
}

const nameIn = (terms: readonly TermRecord[], taxonomy: string): string | undefined =>
  terms.find(term => term.taxonomy === taxonomy)?.name

function originOf(meta: readonly MetaRecord[]): Template['origin'] {
  const value = meta.find(({ key }) => key === ORIGIN)?.value
  return value === 'theme' || value === 'plugin' ? value : null
}
