import { type PostTemplate, postTemplates } from '../../content/types/index.js'
import { registrationKey, type SiteContext } from '../../kernel/context/index.js'
import {
  type ActiveTheme,
  defaultTypeOf,
  knownArea,
  resolvedContent,
  type ThemePart,
  type ThemeTemplate,
} from '../themes/index.js'
import type { Template } from './template.js'
import { templateId } from './template-id.js'
import type { TemplateKind } from './template-kind.js'

/** The templates or parts of a theme outside of the store, by slug: those of its files, then registered ones. */
export type FileTemplates = ReadonlyMap<string, Template>

const templatesOfThemes = registrationKey(
  'templates of themes',
  () => new WeakMap<ActiveTheme, Map<string, FileTemplates>>(),
)

/** The templates or parts of a theme's files and of code, read once for each theme. */
export function fileTemplates(
  site: Pick<SiteContext, 'get' | 'dialect'>,
  theme: ActiveTheme,
  kind: TemplateKind,
): FileTemplates {
  const memoized = site.get(templatesOfThemes)
  const ofTheme = memoized.get(theme) ?? new Map<string, FileTemplates>()
  memoized.set(theme, ofTheme)
  const cached = ofTheme.get(kind.type.name)
  if (cached !== undefined) return cached
  const made = new Map<string, Template>()
  const files = kind.isPart ? inOrderOfEntries(theme) : theme.templates
  for (const [position, file] of files.entries()) made.set(file.slug, ofFile(site, theme, kind, file, position))
  if (!kind.isPart)
    for (const registered of site.get(postTemplates).all()) {
      const template = ofRegistration(theme, kind, registered)
      if (template !== undefined && !made.has(template.slug)) made.set(template.slug, template)
    }
  ofTheme.set(kind.type.name, made)
  return made
}

/** Parts in the order in which the theme declares them; others follow. */
function inOrderOfEntries({ parts, jsons }: ActiveTheme): readonly ThemePart[] {
  const declared = [...jsons].reverse().flatMap(json => json.templateParts ?? [])
  const places = new Map<string, number>()
  for (const [place, { name }] of declared.entries()) if (!places.has(name)) places.set(name, place)
  const rankOf = ({ slug }: ThemePart) => places.get(slug) ?? declared.length
  return [...parts].sort((a, b) => rankOf(a) - rankOf(b))
}

function ofFile(
  site: Pick<SiteContext, 'get' | 'dialect'>,
  theme: ActiveTheme,
  { type, isPart }: TemplateKind,
  file: ThemeTemplate & ThemePart,
  position: number,
): Template {
  const defaultType = isPart ? undefined : defaultTypeOf(file.slug)
  let content: string | undefined
  return {
    ...unstored(theme, type.name, file.slug),
    version: `file-${theme.modified.getTime()}`,
    title: defaultType?.title ?? file.title ?? file.slug,
    description: defaultType?.description ?? file.description ?? '',
    // A request for one template does not read the content of all others.
    get content() {
      content ??= resolvedContent(site, theme, file.content)
      return content
    },
    source: 'theme',
    position,
    hasThemeFile: true,
    isCustom: !isPart && defaultType === undefined,
    ...(isPart ? { area: knownArea(file.area) } : { postTypes: file.postTypes }),
  }
}

/** A registered template; `undefined` for one without blocks, which posts can choose but nobody can edit. */
function ofRegistration(theme: ActiveTheme, { type }: TemplateKind, registered: PostTemplate): Template | undefined {
  const { name: slug, title, content, description, postTypes, plugin } = registered
  if (content === undefined) return undefined
  return {
    ...unstored(theme, type.name, slug),
    version: 'code',
    title,
    description,
    content,
    source: 'plugin',
    hasThemeFile: false,
    isCustom: defaultTypeOf(slug) === undefined,
    postTypes,
    plugin,
  }
}

const unstored = ({ stylesheet }: ActiveTheme, type: string, slug: string) =>
  ({
    id: templateId({ theme: stylesheet, slug }),
    type,
    theme: stylesheet,
    slug,
    status: 'publish',
    origin: null,
  }) as const
