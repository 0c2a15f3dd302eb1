import type { CorsOptions, QueryLimits } from '@platen/core'
import type {
  AbilityConfig,
  ApplicationPasswordOptions,
  AuditOptions,
  CommentOptions,
  CompressionOptions,
  MediaOptions,
  Services,
  SessionOptions,
  SiteHealthOptions,
} from '@platen/site'
import { parseBasePath, parseUrl } from '../parse-options.js'
import { LOG_LEVELS } from '../serve/log.js'
import type { ConsoleConfig, PlatenConfig } from './define-config.js'
import {
  anObject,
  type Check,
  callable,
  count,
  either,
  flag,
  objects,
  oneOf,
  recordOf,
  shaped,
  text,
  texts,
} from './shape-checks.js'

/** A check for every key of a type: the compiler refuses a table with missing or extra keys. */
type ShapeOf<T> = Readonly<Record<keyof T, Check>>

const off: Check = { expected: 'false', accepts: value => value === false }
const byName = recordOf(anObject, 'an object with an object for each name')
const functionsByName = recordOf(callable, 'an object with a function for each name')
const parsed = (parse: (text: string) => unknown, expected: string): Check => ({
  expected,
  accepts(value) {
    try {
      parse(String(value))
      return typeof value === 'string'
    } catch {
      return false
    }
  },
})
const endless: Check = { expected: 'Infinity', accepts: value => value === Number.POSITIVE_INFINITY }

const url = parsed(parseUrl, 'a URL such as https://example.com')

const media: ShapeOf<MediaOptions> = {
  storage: anObject,
  images: anObject,
  recordings: anObject,
  download: either(callable, anObject),
  types: byName,
  sizes: byName,
  largestImage: count,
  maxBytes: count,
  quality: recordOf(count, 'an object with a number for each media type'),
}

const limits: ShapeOf<QueryLimits> = {
  maxTextLength: count,
  maxItems: count,
  maxDepth: count,
  maxQueryLength: count,
  maxPathLength: count,
}

const cors: ShapeOf<CorsOptions> = { origins: texts, anyOrigin: flag, allowHeaders: texts, exposeHeaders: texts }

const services: ShapeOf<Services> = {
  clock: callable,
  logger: anObject,
  random: callable,
  passwords: anObject,
  mailer: anObject,
  web: anObject,
  rateLimit: anObject,
}

const applicationPasswords: ShapeOf<ApplicationPasswordOptions> = {
  available: flag,
  availableTo: callable,
  approvalUrl: url,
  notices: flag,
}

const audit: ShapeOf<AuditOptions> = { maxEvents: count, days: count }

const sessions: ShapeOf<SessionOptions> = { keys: texts }

const flood: ShapeOf<Exclude<NonNullable<CommentOptions['flood']>, false>> = { comments: count, seconds: count }

const abilities: ShapeOf<AbilityConfig> = { content: flag }

const siteHealth: ShapeOf<SiteHealthOptions> = { folder: text, updateServer: url }

const pages: ShapeOf<ConsoleConfig> = {
  path: parsed(parseBasePath, 'a path such as /console'),
  messages: recordOf(text, 'an object with a text for each key'),
}

const comments: ShapeOf<CommentOptions> = { anonymous: flag, flood: either(off, shaped(flood)) }

const compression: ShapeOf<CompressionOptions> = { minBytes: count, uncached: flag }

/** The keys of a configuration, with checks of their values. The registration calls check definitions. */
export const configShape: ShapeOf<PlatenConfig> = {
  url,
  apiUrl: url,
  loginUrl: url,
  dialect: oneOf(['cms', 'wp']),
  data: text,
  store: callable,
  files: text,
  roles: byName,
  authenticators: objects,
  applicationPasswords: shaped(applicationPasswords),
  sessions: shaped(sessions),
  audit: shaped(audit),
  rateLimits: anObject,
  comments: shaped(comments),
  avatarUrl: text,
  media: shaped(media),
  abilities: shaped(abilities),
  environment: oneOf(['production', 'staging', 'development', 'local']),
  locales: texts,
  blockDirectory: anObject,
  patternDirectory: anObject,
  plugins: either(text, anObject),
  siteHealth: shaped(siteHealth),
  services: shaped(services),
  cache: either(flag, count),
  renderCache: either(flag, count),
  compression: either(flag, shaped(compression)),
  limits: shaped(limits),
  revisionsToKeep: count,
  searchTotalLimit: either(count, endless),
  maxBodyBytes: count,
  cacheControl: text,
  onError: callable,
  features: objects,
  types: byName,
  taxonomies: byName,
  statuses: byName,
  templates: byName,
  oembedProviders: byName,
  blockPatterns: byName,
  blockPatternCategories: byName,
  fontCollections: byName,
  iconCollections: byName,
  icons: byName,
  sidebars: byName,
  meta: objects,
  settings: byName,
  fields: byName,
  blocks: objects,
  widgets: objects,
  shortcodes: functionsByName,
  searchHandlers: functionsByName,
  setup: callable,
  host: text,
  port: { expected: 'a port from 0 to 65535', accepts: value => count.accepts(value) && Number(value) <= 65_535 },
  processes: { expected: 'a whole number from 1', accepts: value => count.accepts(value) && Number(value) > 0 },
  basePath: parsed(parseBasePath, 'a path such as /api'),
  cors: either(off, shaped(cors)),
  trustProxy: either(flag, count),
  logLevel: oneOf(LOG_LEVELS),
  console: either(off, shaped(pages)),
  themes: either(text, objects),
  watch: texts,
}
