import type { CorsOptions, ErrorHandler, TargetOptions } from '@platen/core'

/** Options of {@link toFetchHandler}. Sizes are in bytes. */
export interface FetchOptions extends TargetOptions {
  /**
   * The maximum size of any body. Each endpoint has its own limit (see `RegistryOptions.maxBodyBytes`, and
   * `MediaOptions.maxBytes` for files); use this option for a lower one. A larger body is a 413
   * `rest_request_too_large`.
   */
  readonly maxBodyBytes?: number | undefined
  /**
   * The maximum number of files and of text fields in a multipart form; 20 and 1000 by default. More are a 413 as well.
   */
  readonly maxFiles?: number | undefined
  readonly maxFields?: number | undefined
  /** What pages of other origins may do; with `false`, no CORS headers are sent. */
  readonly cors?: CorsOptions | false | undefined
  /**
   * The number of proxies in front that are trusted to report the client's address and scheme (`true` is one); none by
   * default.
   */
  readonly trustProxy?: number | boolean | undefined
  /** Returns the address of the client, if the platform provides it: a `Request` does not contain it. */
  readonly clientAddress?: ((request: Request) => string | undefined) | undefined
  /** Handles requests that are not below the root; a 404 by default. */
  readonly fallback?: ((request: Request) => Response | Promise<Response>) | undefined
  /**
   * Receives errors that are not a `RestError`, with the method and path of the request; the client gets a neutral 500.
   * Logs to the console by default.
   */
  readonly onError?: ErrorHandler | undefined
}
