import type { IncomingMessage, ServerResponse } from 'node:http'
import type { CorsOptions, ErrorHandler, PageHandler, RestRequest, RestResponse, TargetOptions } from '@platen/core'

/** Whatever answers requests of the interface, such as a registry. */
export type Dispatcher = { dispatch(request: RestRequest): Promise<RestResponse> }

/** How requests are taken and answered. Sizes are in bytes. */
export interface HttpOptions extends TargetOptions {
  /**
   * A limit for all bodies below those of endpoints (see `RegistryOptions.maxBodyBytes` and `MediaOptions.maxBytes`);
   * larger ones are a 413 `rest_request_too_large`.
   */
  readonly maxBodyBytes?: number
  /** The most files and the most text fields of a multipart form: 20 and 1000 when left out; more are a 413 as well. */
  readonly maxFiles?: number
  readonly maxFields?: number
  /** How many proxies in front are trusted to tell the client's address (`true`: one); none when left out. */
  readonly trustProxy?: number | boolean
  /** What pages of other origins may do; `false`: nothing is said about it. */
  readonly cors?: CorsOptions | false
  /** Answers some of the URLs that are not below the root with pages, before `fallback`; none when left out. */
  readonly pages?: PageHandler
  /** Answers what is not below the root; a 404 when left out. */
  readonly fallback?: (req: IncomingMessage, res: ServerResponse) => void | Promise<void>
  /** Receives errors that are not a `RestError`, with the request's method and path. Logs to the console by default. */
  readonly onError?: ErrorHandler
  /** `createHttpServer` alone: milliseconds a whole request may take to arrive; 300,000 when left out. */
  readonly requestTimeout?: number
  /** `createHttpServer` alone: milliseconds `close` waits for running requests; 10,000 when left out. */
  readonly closeTimeout?: number
}
