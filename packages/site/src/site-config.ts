import type { Authenticator, RegistryOptions } from '@platen/core'
import type { Role } from './access/roles.js'
import type { Dialect } from './dialect/dialect.js'
import type { ApplicationPasswordOptions } from './features/application-passwords/options.js'
import type { MediaOptions } from './media/media-options.js'
import type { Services } from './services/services.js'
import type { Store } from './storage/index.js'

/** How a site is configured. Features read their part of it as `site.config`. */
export interface SiteConfig {
  readonly store: Store
  /** The site's URL, such as `https://example.com`. */
  readonly url: string
  /** The URL of the interface; the site's with the dialect's path by default. */
  readonly apiUrl?: string | undefined
  readonly dialect?: Dialect | undefined
  readonly roles?: Readonly<Record<string, Role>> | undefined
  /** Called before the built-in authenticators. */
  readonly authenticators?: readonly Authenticator[] | undefined
  readonly applicationPasswords?: ApplicationPasswordOptions | undefined
  /** The start of avatar URLs; the SHA-256 of the user's email address and the requested size follow. */
  readonly avatarAddress?: string | undefined
  /** Where uploaded files are stored and how images are processed; without a storage nothing can be uploaded. */
  readonly media?: MediaOptions | undefined
  /** Locale codes that users may choose besides `en_US`. */
  readonly locales?: readonly string[] | undefined
  readonly services?: Partial<Services> | undefined
  /**
   * Caches responses to anonymous readers until something is stored; a number limits the cache in bytes. Filters,
   * fields, blocks and shortcodes that are registered must then depend on stored data alone, or on a feature's
   * `revision`. Requests in process use the cache when their query is text. Off by default.
   */
  readonly cache?: boolean | number | undefined
  /** How long queries and paths may be; see `RegistryOptions`. */
  readonly limits?: RegistryOptions['limits']
  /**
   * The largest JSON, form or other body in bytes that is not a file: 2 MiB by default. Larger ones are a 413
   * `rest_request_too_large`. Files have `media.maxBytes`.
   */
  readonly maxBodyBytes?: RegistryOptions['maxBodyBytes']
  /**
   * `Cache-Control` of what anonymous callers read: `no-cache` by default, so that caches revalidate. Everything else
   * is `private, no-store` or `no-cache`; see `RegistryOptions.cacheControl`.
   */
  readonly cacheControl?: RegistryOptions['cacheControl']
  /**
   * Receives what handlers throw that is not a `RestError`, with the method and path of the request. By default the
   * logger of `services` does, or else the console.
   */
  readonly onError?: RegistryOptions['onError']
}
