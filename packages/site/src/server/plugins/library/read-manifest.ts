import { isUrl } from '@platen/core'
import { isMap } from '../../../kernel/text/index.js'
import { PluginError, type PluginManifest } from '../plugin.js'
import { isVersion } from '../versions.js'
import { isPackagePath } from './plugin-path.js'

/** The file of a package that is its manifest. */
export const MANIFEST_FILE = 'package.json'

type Json = Readonly<Record<string, unknown>>

/** A text of a manifest; throws a `PluginError` for another value. */
function textOf(from: Json, key: string, byDefault = ''): string {
  const value = from[key] ?? byDefault
  if (typeof value !== 'string') throw new PluginError(`"${key}" is not a string`)
  return value.trim()
}

function versionOf(from: Json, key: string): string {
  const version = textOf(from, key)
  if (version !== '' && !isVersion(version)) throw new PluginError(`"${key}" is not a version: "${version}"`)
  return version
}

/** A URL of the web, or nothing. */
const webUrl = (text: string): string => (/^https?:\/\//.test(text) && isUrl(text) ? text : '')

/** Text between the first of two characters and the next of the other. */
function between(text: string, open: string, close: string): string {
  const start = text.indexOf(open)
  const end = text.indexOf(close, start)
  return start < 0 || end < 0 ? '' : text.slice(start + 1, end)
}

/** An author as packages name them: an object, or `Name <mail> (url)`. */
function authorOf(author: unknown): { readonly name: string; readonly url: string } {
  if (isMap(author)) return { name: textOf(author, 'name'), url: webUrl(textOf(author, 'url')) }
  if (typeof author !== 'string') return { name: '', url: '' }
  const before = (text: string, mark: string) => (text.includes(mark) ? text.slice(0, text.indexOf(mark)) : text)
  return { name: before(before(author, '<'), '(').trim(), url: webUrl(between(author, '(', ')')) }
}

/** The name of a package as one word: `@shop/cart.js` is `shop-cart-js`. */
function slugOf(name: string): string {
  const slug = name.replace(/^@/, '').replace(/[/.]/g, '-')
  if (!/^[\w-]{1,100}$/.test(slug)) throw new PluginError(`"name" is not the name of a package: "${name}"`)
  return slug
}

/**
 * The manifest in a `package.json`; `undefined` if the package is not a plugin, which has the key `platen`. Throws a
 * `PluginError` that names the wrong key.
 */
export function readManifest(text: string): PluginManifest | undefined {
  const json = parse(text)
  if (json['platen'] === undefined) return undefined
  const platen = json['platen']
  if (!isMap(platen)) throw new PluginError('"platen" is not an object')
  const requires = platen['requires'] ?? {}
  if (!isMap(requires)) throw new PluginError('"requires" is not an object')
  const slug = slugOf(textOf(json, 'name'))
  const entry = textOf(platen, 'entry', textOf(json, 'main', 'index.js')).replace(/^\.\//, '')
  if (!isPackagePath(entry)) throw new PluginError(`"entry" is not the path of a file within the package: "${entry}"`)
  const author = authorOf(json['author'])
  return {
    slug,
    name: textOf(platen, 'name', slug),
    version: versionOf(json, 'version'),
    description: textOf(json, 'description'),
    uri: webUrl(textOf(json, 'homepage')),
    author: author.name,
    authorUri: author.url,
    textDomain: textOf(platen, 'textDomain', slug),
    requiresService: versionOf(requires, 'service'),
    requiresRuntime: versionOf(requires, 'runtime'),
    entry,
  }
}

function parse(text: string): Json {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (cause) {
    throw new PluginError('it is not valid JSON', { cause })
  }
  if (!isMap(json)) throw new PluginError('it is not an object')
  return json
}

/** The id of a plugin: its slug, and the name of its entry up to the first dot. */
export function pluginId({ slug, entry }: Pick<PluginManifest, 'slug' | 'entry'>): string {
  const file = (entry.slice(entry.lastIndexOf('/') + 1).split('.')[0] ?? '').replace(/[^\w-]/g, '-')
  return `${slug}/${file === '' ? 'index' : file}`
}
