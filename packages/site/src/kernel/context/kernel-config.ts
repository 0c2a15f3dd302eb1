import type { Authenticator, RegistryOptions } from '@platen/core'
import type { Store } from '@platen/storage'
import type { Dialect } from '../../server/dialects/index.js'
import type { Services } from '../services/index.js'
import type { Role } from './roles.js'

/** Which responses are compressed. */
export interface CompressionOptions {
  /** The minimum size of compressed responses, in bytes; 1,024 by default. */
  readonly minBytes?: number | undefined
  /**
   * Whether uncached responses are compressed, too, on every request; false by default. This includes responses to
   * signed-in callers; see the guide on caching and performance for what that can reveal.
   */
  readonly uncached?: boolean | undefined
}

/** The configuration of a site, except the options of features: see `siteOption`. */
export interface KernelConfig {
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
   * they are computed for every response. On by default, with 16 MiB; `false` renders every text for each response.
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
