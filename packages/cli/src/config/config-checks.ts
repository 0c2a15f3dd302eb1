import { adapterChecks, checks, type OptionCheck } from '@platen/core'
import { type PluginLibrary, siteChecks, type ThemeSource } from '@platen/site'
import { parseBasePath, parseUrl } from '../parse-options.js'
import { LOG_FORMATS, LOG_LEVELS } from '../serve/log.js'
import type { ConsoleConfig } from './define-config.js'

const {
  callable,
  either,
  functionsByName,
  having,
  integer,
  listOf,
  objects,
  objectsByName,
  off,
  oneOf,
  recordOf,
  shaped,
  text,
  texts,
  where,
} = checks

const parsed = (parse: (text: string) => unknown, expected: string) =>
  where(expected, value => {
    try {
      parse(String(value))
      return typeof value === 'string'
    } catch {
      return false
    }
  })
const siteUrl = parsed(parseUrl, 'a URL such as https://example.com')

const messages = recordOf(checks.anyText, 'an object with a text for each key')

const pages = shaped<ConsoleConfig>({
  path: parsed(parseBasePath, 'a path such as /console'),
  messages,
  translations: recordOf(messages, 'an object with texts for each locale'),
})

// A configuration has other options instead.
const { store: _store, ...ofSite } = siteChecks

/** Checks of the options of a configuration. The registration calls check definitions. */
export const configChecks: Readonly<Record<string, OptionCheck>> = {
  ...ofSite,
  url: siteUrl,
  apiUrl: siteUrl,
  dialect: oneOf(['cms', 'wp']),
  data: text,
  store: callable,
  files: text,
  plugins: either(text, having<PluginLibrary>('read', 'load')),
  themes: either(text, listOf(having<ThemeSource>('read'), 'a list of sources of themes')),
  types: objectsByName,
  taxonomies: objectsByName,
  statuses: objectsByName,
  templates: objectsByName,
  oembedProviders: objectsByName,
  blockPatterns: objectsByName,
  blockPatternCategories: objectsByName,
  fontCollections: objectsByName,
  iconCollections: objectsByName,
  icons: objectsByName,
  sidebars: objectsByName,
  meta: objects,
  settings: objectsByName,
  fields: objectsByName,
  blocks: objects,
  widgets: objects,
  shortcodes: functionsByName,
  searchHandlers: functionsByName,
  setup: callable,
  host: text,
  port: integer(0, 65_535),
  processes: integer(1),
  basePath: parsed(parseBasePath, 'a path such as /api'),
  cors: adapterChecks.cors,
  trustProxy: adapterChecks.trustProxy,
  logLevel: oneOf(LOG_LEVELS),
  logFormat: oneOf(LOG_FORMATS),
  console: either(off, pages),
  watch: texts,
}
