import {
  type Authenticator,
  checks,
  type OptionCheck,
  type OptionChecks,
  optionsComplaint,
  queryLimitChecks,
} from '@platen/core'
import type { Store } from '@platen/storage'
import type { PostPasswordLimits, RateLimitOptions, RouteLimit, SignInLimits } from './access/rate-limit-options.js'
import type { Role } from './access/roles.js'
import type { CompressionOptions } from './compression/compress-response.js'
import type { ApplicationPasswordOptions } from './features/application-passwords/options.js'
import type { AuditOptions } from './features/audit/audit-options.js'
import type { CommentOptions } from './features/comments/comment-options.js'
import type { BlockDirectory } from './features/directories/block-directory.js'
import type { PatternDirectory } from './features/directories/pattern-directory.js'
import type { SiteHealthOptions } from './features/site-health/site-health-options.js'
import type { FileStorage } from './media/file-storage.js'
import type { FileType } from './media/file-types.js'
import type { ImageSize } from './media/image-sizes.js'
import type { ImageTools } from './media/image-tools.js'
import type { MediaOptions } from './media/media-options.js'
import type { RecordingReader } from './media/recording-reader.js'
import type { PluginLibrary } from './plugins/plugin.js'
import { RegistrationError } from './registrations/registrations.js'
import type { RateLimit, RateLimitRule } from './services/rate-limit.js'
import type { Logger, Mailer, PasswordHasher, Services } from './services/services.js'
import type { SessionOptions } from './sessions/session-options.js'
import type { SiteOptions } from './site.js'
import type { AbilityConfig } from './site-config.js'
import type { ThemeSource } from './themes/theme-source.js'
import type { WebClient } from './web/web-client.js'

const {
  anObject,
  anyText,
  callable,
  count,
  either,
  flag,
  having,
  headerValue,
  integer,
  limit,
  listOf,
  off,
  oneOf,
  positive,
  recordOf,
  required,
  shaped,
  text,
  texts,
  url,
  where,
} = checks

const named = (check: OptionCheck) => recordOf(check, 'an object with an object for each name')

const roles = named(shaped<Role>({ label: required(text), capabilities: required(texts) }))

const delay = shaped<NonNullable<RateLimitRule['delay']>>({ first: required(positive), max: required(positive) })

const rule: OptionChecks<RateLimitRule> = {
  burst: required(integer(1)),
  seconds: required(positive),
  delay,
}

const signIn = shaped<SignInLimits>({ account: shaped(rule), network: shaped(rule) })

const path = where('a path that begins with "/"', value => typeof value === 'string' && value.startsWith('/'))

const method = oneOf(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])

const route = shaped<RouteLimit>({ ...rule, path: required(path), methods: listOf(method, 'a list of methods') })

const rateLimits = shaped<RateLimitOptions>({
  signIn: either(off, signIn),
  postPasswords: either(off, shaped<PostPasswordLimits>({ post: shaped(rule), network: shaped(rule) })),
  urlDetails: either(off, shaped(rule)),
  routes: listOf(route, 'a list of limits of routes'),
})

const flood = shaped<Exclude<NonNullable<CommentOptions['flood']>, false>>({
  comments: required(integer(1)),
  seconds: required(positive),
})

const size = shaped<ImageSize>({ width: required(count), height: required(count), crop: flag })

const media = shaped<MediaOptions>({
  storage: having<FileStorage>('put', 'get', 'remove', 'url'),
  images: having<ImageTools>('inspect', 'make'),
  recordings: having<RecordingReader>('read'),
  download: callable,
  types: named(shaped<FileType>({ type: required(text), capability: text })),
  sizes: named(size),
  largestImage: limit,
  maxBytes: limit,
  quality: recordOf(integer(1, 100), 'an object with a number for each media type'),
})

const services = shaped<Partial<Services>>({
  clock: callable,
  logger: having<Logger>('info', 'warn', 'error'),
  random: callable,
  passwords: having<PasswordHasher>('hash', 'verify'),
  mailer: having<Mailer>('send'),
  web: having<WebClient>('permits', 'get'),
  rateLimit: having<RateLimit>('take', 'refund', 'clear'),
})

const applicationPasswords = shaped<ApplicationPasswordOptions>({
  available: flag,
  availableTo: callable,
  approvalUrl: url,
  notices: flag,
})

const usable = having<Store>('prepare', 'transaction')

const store: OptionCheck = {
  ...usable,
  complaint: (value, path) =>
    value instanceof Promise ? `"${path}" is a promise, which must be awaited` : usable.complaint(value, path),
}

const compression = shaped<CompressionOptions>({ minBytes: limit, uncached: flag })

/** Checks of the options of `createSite`. */
export const siteChecks: OptionChecks<SiteOptions> = Object.freeze({
  store: required(store),
  // `checkRegistrations` says more about these.
  url: required(anyText),
  apiUrl: anyText,
  dialect: where('a dialect such as wpDialect', value => typeof value === 'object' && value !== null),
  loginUrl: url,
  roles,
  authenticators: listOf(having<Authenticator>('authenticate'), 'a list of authenticators'),
  applicationPasswords,
  sessions: shaped<SessionOptions>({ keys: texts }),
  audit: shaped<AuditOptions>({ maxEvents: count, days: count }),
  rateLimits,
  comments: shaped<CommentOptions>({ anonymous: flag, flood: either(off, flood) }),
  avatarUrl: url,
  media,
  abilities: shaped<AbilityConfig>({ content: flag }),
  environment: oneOf(['production', 'staging', 'development', 'local']),
  locales: texts,
  blockDirectory: having<BlockDirectory>('search'),
  patternDirectory: having<PatternDirectory>('search'),
  plugins: having<PluginLibrary>('read', 'load'),
  themes: listOf(having<ThemeSource>('read'), 'a list of sources of themes'),
  siteHealth: shaped<SiteHealthOptions>({ folder: text, updateServer: url }),
  services,
  cache: either(flag, count),
  renderCache: either(flag, count),
  compression: either(flag, compression),
  limits: shaped(queryLimitChecks),
  revisionsToKeep: limit,
  searchTotalLimit: limit,
  maxBodyBytes: limit,
  maxAnonymousBodyBytes: limit,
  cacheControl: headerValue,
  onError: callable,
  features: listOf(anObject, 'a list of features'),
})

/** Throws a `RegistrationError` for unknown and invalid options of `createSite`. */
export function checkSiteOptions(options: SiteOptions): void {
  const complaint = optionsComplaint(options, siteChecks)
  if (complaint !== undefined) throw new RegistrationError(`the options of the site: ${complaint}`)
}
