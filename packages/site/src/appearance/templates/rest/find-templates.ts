import type { StoreSession } from '@platen/storage'
import type { SiteContext } from '../../../kernel/context/index.js'
import { wherePosts } from '../../../kernel/records/index.js'
import { themes } from '../../themes/index.js'
import { fileTemplates } from '../file-templates.js'
import { findStored, inUse, storedFor } from '../stored-templates.js'
import type { StoredTemplate, Template } from '../template.js'
import { type TemplateName, templateId } from '../template-id.js'
import type { TemplateKind } from '../template-kind.js'

/** The templates to list. */
export interface TemplateQuery {
  /** Only the stored one with this post; all stored ones if it is not positive. */
  readonly post?: number | undefined
  /** Only parts in this area. */
  readonly area?: string | undefined
  /** Only custom templates that posts of this type may choose. */
  readonly postType?: string | undefined
}

/**
 * The templates or parts of the active theme: the stored ones, the latest first, and then those of files and
 * registrations that no stored one replaces.
 */
export async function findTemplates(
  site: SiteContext,
  store: StoreSession,
  kind: TemplateKind,
  { post, area, postType }: TemplateQuery = {},
): Promise<readonly Template[]> {
  const active = site.get(themes).active(await site.options())
  const ofTheme = storedFor(site.dialect, kind, active.stylesheet)
  const isChosen = (template: Template): boolean =>
    kind.isPart || postType === undefined || choosable(template, postType)
  if (post !== undefined && post > 0)
    return (await findStored(site, store, kind, wherePosts.and(ofTheme, wherePosts.eq('id', post)))).filter(isChosen)
  const isIn = (template: Template): boolean => !kind.isPart || area === undefined || template.area === area
  const stored = await findStored(site, store, kind, ofTheme)
  const inArea = stored.filter(isIn)
  const templates: Template[] = inArea.filter(isChosen)
  if (post !== undefined) return templates
  // If a stored part has moved to another area, the list of the old area contains the part of the file.
  const replaced = new Set(inArea.map(({ slug }) => slug))
  for (const file of fileTemplates(site, active, kind).values())
    if (!replaced.has(file.slug) && isIn(file) && isChosen(file)) templates.push(file)
  return templates
}

/** Whether posts of a type may choose a template. */
const choosable = ({ isCustom, postTypes }: Template, type: string): boolean =>
  isCustom && (postTypes === undefined || postTypes.includes(type))

/** The stored template with a name, if there is one in use. */
async function findStoredByName(
  site: SiteContext,
  store: StoreSession,
  kind: TemplateKind,
  name: TemplateName,
): Promise<StoredTemplate | undefined> {
  return (await storedByNames(site, store, kind, [name])).get(templateId(name))?.[0]
}

/** The template of a file or of code with a name, whether a stored one replaces it or not. */
export async function findFile(
  site: SiteContext,
  kind: TemplateKind,
  { theme, slug }: TemplateName,
): Promise<Template | undefined> {
  const active = site.get(themes).active(await site.options())
  return theme === active.stylesheet ? fileTemplates(site, active, kind).get(slug) : undefined
}

/** The template of a file or of code with a name, with the post of the one that replaces it. */
export async function findOriginal(
  site: SiteContext,
  store: StoreSession,
  kind: TemplateKind,
  name: TemplateName,
): Promise<Template | undefined> {
  const original = await findFile(site, kind, name)
  const stored = original && (await findStoredByName(site, store, kind, name))
  return original && stored ? { ...original, replacement: stored.post } : original
}

/** The template with a name: the stored one, or else that of a file or registration. */
export const findTemplate = async (
  site: SiteContext,
  store: StoreSession,
  kind: TemplateKind,
  name: TemplateName,
): Promise<Template | undefined> =>
  (await findStoredByName(site, store, kind, name)) ?? (await findFile(site, kind, name))

/** The templates with some names, by id, in one query: the stored ones, or else those of files and registrations. */
export async function findByNames(
  site: SiteContext,
  store: StoreSession,
  kind: TemplateKind,
  names: readonly TemplateName[],
): Promise<ReadonlyMap<string, Template>> {
  const byId = new Map<string, Template>()
  for (const name of names) {
    const file = await findFile(site, kind, name)
    if (file !== undefined) byId.set(file.id, file)
  }
  for (const [id, [latest]] of await storedByNames(site, store, kind, names)) if (latest) byId.set(id, latest)
  return byId
}

/**
 * The templates of the active theme with some slugs, by slug, in one query: the stored ones, or else those of files and
 * registrations.
 */
export async function findBySlugs(
  site: SiteContext,
  store: StoreSession,
  kind: TemplateKind,
  slugs: readonly string[],
): Promise<ReadonlyMap<string, readonly Template[]>> {
  const { stylesheet: theme } = site.get(themes).active(await site.options())
  const stored = await storedByNames(
    site,
    store,
    kind,
    slugs.map(slug => ({ theme, slug })),
  )
  const bySlug = new Map<string, readonly Template[]>()
  for (const slug of slugs) {
    const matching = stored.get(templateId({ theme, slug })) ?? []
    const file = matching.length > 0 ? undefined : await findFile(site, kind, { theme, slug })
    bySlug.set(slug, file === undefined ? matching : [file])
  }
  return bySlug
}

/** The stored templates with some names, by id, in one query; the latest first if several have the same. */
async function storedByNames(
  site: SiteContext,
  store: StoreSession,
  kind: TemplateKind,
  names: readonly TemplateName[],
): Promise<ReadonlyMap<string, readonly StoredTemplate[]>> {
  const byId = new Map<string, StoredTemplate[]>(names.map(name => [templateId(name), []]))
  if (byId.size === 0) return byId
  // Few themes have templates with the same slug: loading these is cheaper than scanning all templates of a theme.
  const slugs = new Set(names.map(({ slug }) => slug))
  const named = wherePosts.and(inUse(kind), wherePosts.in('slug', [...slugs]))
  for (const template of await findStored(site, store, kind, named)) byId.get(template.id)?.push(template)
  return byId
}
