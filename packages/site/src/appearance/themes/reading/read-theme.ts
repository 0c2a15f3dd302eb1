import { contentOf } from '../../../content/media/index.js'
import { RegistrationError } from '../../../kernel/registrations/index.js'
import { readThemeJson, ThemeError, type ThemeJson } from '../../theme-json/index.js'
import { readStyleHeader } from './file-header.js'
import type { PatternUrls } from './pattern-calls.js'
import { readPattern } from './pattern-file.js'
import type { StyleVariation, Theme, ThemePart, ThemePattern, ThemeTemplate } from './theme.js'
import type { ThemeFile, ThemeFiles } from './theme-source.js'

/** The folders of templates and parts, current ones and those of older themes. */
const TEMPLATES = ['templates', 'block-templates']
const PARTS = ['parts', 'block-template-parts']
const SCREENSHOT = /^screenshot\.(?:png|gif|jpe?g|webp|avif)$/

/** A file below a folder, by its path in there without the extension. */
interface FolderFile {
  readonly path: string
  readonly slug: string
  readonly text: string
}

function filesBelow(files: ThemeFiles['files'], folder: string, extension: string): readonly FolderFile[] {
  const below: FolderFile[] = []
  for (const [path, text] of files) {
    if (text === undefined || !path.startsWith(`${folder}/`) || !path.endsWith(extension)) continue
    const slug = path.slice(folder.length + 1, -extension.length)
    if (slug !== '') below.push({ path, slug, text })
  }
  return below.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))
}

/** The files of the first of these folders that has any. */
function inFirstFolder(files: ThemeFiles['files'], folders: readonly string[]): readonly FolderFile[] {
  for (const folder of folders) {
    const htmlFiles = filesBelow(files, folder, '.html')
    if (htmlFiles.length > 0) return htmlFiles
  }
  return []
}

/** Reads each file; an invalid one is omitted with a warning. */
function eachValid<T>(files: readonly FolderFile[], warnings: string[], read: (file: FolderFile) => T): readonly T[] {
  const items: T[] = []
  for (const file of files) {
    try {
      items.push(read(file))
    } catch (error) {
      if (!(error instanceof ThemeError) && !(error instanceof RegistrationError)) throw error
      warnings.push(error instanceof ThemeError ? error.message : `${file.path}: ${error.message}`)
    }
  }
  return Object.freeze(items)
}

function templatesOf(files: ThemeFiles['files'], { customTemplates = [] }: ThemeJson): readonly ThemeTemplate[] {
  const custom = new Map(customTemplates.map(each => [each.name, each]))
  const templates = inFirstFolder(files, TEMPLATES).map(({ slug, text }) => {
    const entry = custom.get(slug)
    const templateInfo = entry && { title: entry.title, postTypes: entry.postTypes ?? ['page'] }
    return Object.freeze({ slug, content: text, ...templateInfo })
  })
  return Object.freeze(templates)
}

function partsOf(files: ThemeFiles['files'], { templateParts = [] }: ThemeJson): readonly ThemePart[] {
  const entries = new Map(templateParts.map(each => [each.name, each]))
  const parts = inFirstFolder(files, PARTS).map(({ slug, text }) => {
    const entry = entries.get(slug)
    return Object.freeze({ slug, content: text, ...(entry && { title: entry.title, area: entry.area }) })
  })
  return Object.freeze(parts)
}

/** Patterns by their slug; the first file is used. */
function patternsOf(files: readonly FolderFile[], warnings: string[], urls: PatternUrls): readonly ThemePattern[] {
  const patterns = new Map<string, ThemePattern>()
  return eachValid(files, warnings, ({ path, text }) => {
    const pattern = readPattern(path, text, urls)
    if (patterns.has(pattern.name)) throw new ThemeError(path, `another file has the slug "${pattern.name}"`)
    patterns.set(pattern.name, pattern)
    return pattern
  })
}

const variationOf = ({ path, slug, text }: FolderFile): StyleVariation => {
  const json = readThemeJson(path, text, true)
  const name = slug.slice(slug.lastIndexOf('/') + 1)
  const { title = name, blockTypes } = json
  return Object.freeze({ name, title, json, ...(blockTypes && { blockTypes }) })
}

/** Reads a theme from its files. Throws a `ThemeError` for a theme that cannot be used. */
export function readTheme(
  { name, files, modified, warnings: readWarnings = [], readAll, open }: ThemeFiles,
  urlOf: ThemeUrls,
): Theme {
  const style = files.get('style.css')
  if (style === undefined) throw new ThemeError('style.css', 'the file is missing')
  const header = readStyleHeader('style.css', style)
  if (header.template === name) throw new ThemeError('style.css', 'the theme is its own parent')
  const template = header.template ?? name
  const isBlockTheme = TEMPLATES.some(folder => files.get(`${folder}/index.html`) !== undefined)
  if (!isBlockTheme && header.template === undefined && !files.has('index.php'))
    throw new ThemeError('templates/index.html', 'the file is missing')
  const themeJson = files.get('theme.json')
  const json: ThemeJson = themeJson === undefined ? { version: 3 } : readThemeJson('theme.json', themeJson)
  const warnings = [...readWarnings]
  const screenshot = [...files.keys()].find(path => SCREENSHOT.test(path))
  const urls = { site: urlOf.site, stylesheet: urlOf.theme(name), template: urlOf.theme(template) }
  return Object.freeze({
    stylesheet: name,
    template,
    header,
    ...(screenshot !== undefined && { screenshot }),
    json,
    templates: templatesOf(files, json),
    parts: partsOf(files, json),
    patterns: patternsOf(filesBelow(files, 'patterns', '.php'), warnings, urls),
    variations: eachValid(filesBelow(files, 'styles', '.json'), warnings, variationOf),
    isBlockTheme,
    modified,
    warnings: Object.freeze(warnings),
    readAll: readAll ?? (() => textFiles(files)),
    open: open ?? (path => openText(files, path, modified)),
  })
}

/** The texts of a theme as files. */
async function* textFiles(files: ThemeFiles['files']): AsyncGenerator<ThemeFile> {
  const encoder = new TextEncoder()
  for (const [path, text] of files) if (text !== undefined) yield { path, bytes: encoder.encode(text) }
}

/** A text of a theme as an opened file. */
async function openText(files: ThemeFiles['files'], path: string, modified: Date) {
  const text = files.get(path)
  return text === undefined ? undefined : contentOf(new TextEncoder().encode(text), modified.getTime() || undefined)
}

/** The URLs of a site and of the folders of its themes. */
export interface ThemeUrls {
  /** The site's URL, without a trailing slash. */
  readonly site: string
  theme(stylesheet: string): string
}
