import type { IncomingMessage, ServerResponse } from 'node:http'
import type { CorsOptions, ErrorHandler, PageHandler, TargetOptions } from '@platen/core'

/** Options of servers; without an effect on listeners of other servers. Times are in milliseconds. */
export interface ServerOptions {
  /** How long a whole request may take to arrive; 300,000 by default, 0 for no limit. */
  readonly requestTimeout?: number | undefined
  /**
   * How long a client may read nothing of a response before its connection is closed; 60,000 by default, 0 for no
   * limit.
   */
  readonly stallTimeout?: number | undefined
  /** How long `close` waits for running requests; 10,000 by default. */
  readonly closeTimeout?: number | undefined
}

/** Options of the adapter. Sizes are in bytes. */
export interface HttpOptions extends TargetOptions, ServerOptions {
  /**
   * A limit for all bodies below those of endpoints (see `RegistryOptions.maxBodyBytes` and `MediaOptions.maxBytes`);
   * larger ones are a 413 `rest_request_too_large`.
   */
  readonly maxBodyBytes?: number | undefined
  /** The maximum numbers of files and text fields in a multipart form: 20 and 1000 by default. More are also a 413. */
  readonly maxFiles?: number | undefined
  readonly maxFields?: number | undefined
  /** The number of proxies in front that are trusted to report the client's address (`true`: one); none by default. */
  readonly trustProxy?: number | boolean | undefined
  /** The permissions of pages from other origins; `false` sends no CORS headers. */
  readonly cors?: CorsOptions | false | undefined
  /** Serves pages at URLs outside of the root, before `fallback` is called; none by default. */
  readonly pages?: PageHandler | undefined
  /** Handles requests outside of the root; a 404 by default. */
  readonly fallback?: ((req: IncomingMessage, res: ServerResponse) => void | Promise<void>) | undefined
  /** Receives errors that are not a `RestError`, with the request's method and path. Logs to the console by default. */
  readonly onError?: ErrorHandler | undefined
}
