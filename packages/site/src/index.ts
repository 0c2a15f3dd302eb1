// Sites: creating and installing them, their records, services and options.
export type { Template } from './appearance/templates/index.js'
export {
  type StylesheetInput,
  type StylesheetOptions,
  type StylesheetPart,
  stylesheetOf,
  type ThemeJson,
} from './appearance/theme-json/index.js'
export {
  type Theme,
  type ThemeFiles,
  type ThemeSource,
  themeFiles,
  themeOf,
  themes,
  themesIn,
} from './appearance/themes/index.js'
export type { CommentOptions } from './content/comments/index.js'
export type { MediaOptions } from './content/media/index.js'
export type { DirectoryPattern, PatternDirectory, PatternDirectoryQuery } from './content/patterns/index.js'
export {
  type CompressionOptions,
  capabilitiesOf,
  defaultRoles,
  type Hooks,
  type Role,
  type SiteContext,
  type SitePrincipal,
} from './kernel/context/index.js'
export type { As, AsOf } from './kernel/operations/index.js'
export {
  type ApplicationPasswordRecord,
  type AssignmentRecord,
  applicationPasswords,
  applicationPasswordsIn,
  assignments,
  assignmentsIn,
  type CommentRecord,
  comments,
  commentsIn,
  type MetaRecord,
  meta,
  metaIn,
  type PostRecord,
  type PostRelated,
  posts,
  postsIn,
  type TermRecord,
  terms,
  termsIn,
  type UserRecord,
  users,
  usersIn,
  whereApplicationPasswords,
  whereAssignments,
  whereComments,
  whereMeta,
  wherePosts,
  whereTerms,
  whereUsers,
} from './kernel/records/index.js'
export {
  argon2Hasher,
  consoleLogger,
  createMemoryRateLimit,
  createStoreRateLimit,
  type Logger,
  type Mailer,
  noMailer,
  type PasswordHasher,
  type RateLimit,
  type RateLimitResult,
  type RateLimitRule,
  type RateLimitUse,
  type Services,
  type StoreRateLimitOptions,
  silentLogger,
} from './kernel/services/index.js'
export { isTimeZone, millisecondsOf, type SiteTime, siteTime } from './kernel/time/index.js'
export { noWebClient, type WebClient, type WebRequest, type WebResponse, type WebResult } from './kernel/web/index.js'
export {
  isSameName,
  type PostPasswordLimits,
  principalByName,
  type RateLimitOptions,
  type RouteLimit,
  type SignInLimits,
} from './people/access/index.js'
export { type ApplicationPasswordOptions, applicationPasswordsAvailable } from './people/application-passwords/index.js'
export type { AuditOptions, AuditRecord } from './people/audit/index.js'
export { REST_NONCE, type SessionOptions } from './people/sessions/index.js'
export type { AbilityConfig } from './server/abilities/index.js'
export { cmsDialect, corsHeaders, type Dialect, dialects, wpDialect } from './server/dialects/index.js'
export type { BlockDirectory, BlockDirectoryQuery, DirectoryBlock } from './server/directories/index.js'
export {
  type Plugin,
  type PluginFile,
  type PluginLibrary,
  type PluginManifest,
  type PluginSource,
  pluginsIn,
  pluginsOf,
  pluginsOption,
} from './server/plugins/index.js'
export type { SettingValues } from './server/settings/index.js'
export type { SiteHealthOptions } from './server/site-health/index.js'
export {
  type BuiltInContent,
  createSite,
  type InstallOptions,
  installSite,
  isInstalled,
  type Site,
  type SiteConfig,
  type SiteContent,
  type SiteOptions,
  siteChecks,
} from './site/index.js'
