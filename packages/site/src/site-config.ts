import type { Authenticator, RegistryOptions } from '@platen/core'
import type { Store } from '@platen/storage'
import type { RateLimitOptions } from './access/rate-limit-options.js'
import type { Role } from './access/roles.js'
import type { CompressionOptions } from './compression/compress-response.js'
import type { Dialect } from './dialect/dialect.js'
import type { ApplicationPasswordOptions } from './features/application-passwords/options.js'
import type { AuditOptions } from './features/audit/audit-options.js'
import type { CommentOptions } from './features/comments/comment-options.js'
import type { BlockDirectory } from './features/directories/block-directory.js'
import type { PatternDirectory } from './features/directories/pattern-directory.js'
import type { SiteHealthOptions } from './features/site-health/site-health-options.js'
import type { MediaOptions } from './media/media-options.js'
import type { PluginLibrary } from './plugins/plugin.js'
import type { Services } from './services/services.js'
import type { SessionOptions } from './sessions/session-options.js'
import type { ThemeSource } from './themes/theme-source.js'

/** The option `abilities` of `createSite`. */
export interface AbilityConfig {
  /**
   * Whether there are abilities to list, read, create, update and trash the posts of each type that REST shows, such as
   * `content/create-post`. They call the routes of the type with the permissions of the caller. Off by default.
   */
  readonly content?: boolean | undefined
}

/** The configuration of a site. Features read their options from `site.config`. */
export interface SiteConfig {
  readonly store: Store
  /** The site's URL, such as `https://example.com`. */
  readonly url: string
  /** The URL of the REST interface; by default the site's URL followed by the dialect's `basePath`. */
  readonly apiUrl?: string | undefined
  readonly dialect?: Dialect | undefined
  /**
   * The page where visitors log in, or out with `action=logout`: by default that of the site's console, and without one the
   * site's URL followed by `/cms-login.php`, with the dialect's prefix.
   */
  readonly loginUrl?: string | undefined
  readonly roles?: Readonly<Record<string, Role>> | undefined
  /** Called before the built-in authenticators. */
  readonly authenticators?: readonly Authenticator[] | undefined
  readonly applicationPasswords?: ApplicationPasswordOptions | undefined
  readonly sessions?: SessionOptions | undefined
  /** The maximum number and age of stored audit events. */
  readonly audit?: AuditOptions | undefined
  /** How often sign-ins may fail, and routes be requested. */
  readonly rateLimits?: RateLimitOptions | undefined
  readonly comments?: CommentOptions | undefined
  /** The base of avatar URLs; the SHA-256 of the user's email address and the requested size are appended. */
  readonly avatarUrl?: string | undefined
  /** File storage and image processing; without a storage, uploads are refused. */
  readonly media?: MediaOptions | undefined
  /**
   * The maximum number of revisions of a post, besides autosaves; unlimited by default, 0 for none. Post types can
   * override it.
   */
  readonly revisionsToKeep?: number | undefined
  /**
   * The maximum number of results that are counted of a search for posts, and of a list of posts by more than ten terms;
   * 10,000 in the dialect `cms`, `Infinity` in `wp`. If there are more, `X-CMS-TotalRelation: at-least` marks the totals as
   * lower bounds; later pages count further.
   */
  readonly searchTotalLimit?: number | undefined
  /** Abilities besides the core ones and registered ones. */
  readonly abilities?: AbilityConfig | undefined
  /** The environment of the site; `production` by default. Agents and diagnostics read it. */
  readonly environment?: 'production' | 'staging' | 'development' | 'local' | undefined
  /** Locale codes that users may choose besides `en_US`. */
  readonly locales?: readonly string[] | undefined
  /** The directory that `/block-directory/search` searches; without one, a search fails with `plugins_api_failed`. */
  readonly blockDirectory?: BlockDirectory | undefined
  /**
   * The directory that `/pattern-directory/patterns` searches; without one, a search fails with
   * `http_request_not_executed`.
   */
  readonly patternDirectory?: PatternDirectory | undefined
  /**
   * The sources of themes: `themesIn(folder)`, or `themeOf(name, files)` for a theme in memory; of two themes with the
   * same name, the first is used. By default, there is only the built-in theme, which is active until another is
   * activated.
   */
  readonly themes?: readonly ThemeSource[] | undefined
  /** The plugins that can be activated: `pluginsIn(folder)` or `pluginsOf(…)`. None by default. */
  readonly plugins?: PluginLibrary | undefined
  readonly siteHealth?: SiteHealthOptions | undefined
  readonly services?: Partial<Services> | undefined
  /**
   * Caches responses to anonymous callers until the store changes; a number limits the cache in bytes. Registered filters,
   * fields, blocks and shortcodes must then depend on stored data only, or on a feature's `revision`. Calls in process
   * use the cache if their query is a string. Off by default.
   */
  readonly cache?: boolean | number | undefined
  /**
   * Caches HTML that depends on nothing but the content of its post, until that content changes; a number limits its
   * memory in bytes. Blocks that are rendered on the server, shortcodes, images, embeds and filters are not affected:
   * they are computed for every response. On by default, with 2 MiB; `false` renders every text for each response.
   */
  readonly renderCache?: boolean | number | undefined
  /**
   * Compresses cached responses with brotli or gzip for clients that accept it, each once; `false` for none. See
   * `CompressionOptions`.
   */
  readonly compression?: boolean | CompressionOptions | undefined
  /** The limits on queries and paths; see `RegistryOptions`. */
  readonly limits?: RegistryOptions['limits']
  /**
   * The maximum size in bytes of a request body that is not a file: 2 MiB by default. Larger ones are a 413
   * `rest_request_too_large`. `media.maxBytes` limits files.
   */
  readonly maxBodyBytes?: RegistryOptions['maxBodyBytes']
  /** The same for bodies that arrive from callers who are not signed in: 256 KiB by default. */
  readonly maxAnonymousBodyBytes?: RegistryOptions['maxAnonymousBodyBytes']
  /**
   * The `Cache-Control` header of responses to anonymous reads: `no-cache` by default, so that caches revalidate. All
   * other responses are `private, no-store` or `no-cache`; see `RegistryOptions.cacheControl`.
   */
  readonly cacheControl?: RegistryOptions['cacheControl']
  /**
   * Receives errors thrown by handlers that are not a `RestError`, with the method and path of the request. By default
   * they go to the logger of `services`, or else to the console.
   */
  readonly onError?: RegistryOptions['onError']
}
