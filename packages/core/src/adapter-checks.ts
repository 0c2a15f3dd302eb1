import { type CorsOptions, corsChecks } from './cors.js'
import type { ErrorHandler } from './dispatch/report-error.js'
import {
  callable,
  count,
  either,
  flag,
  having,
  limit,
  off,
  positive,
  required,
  shaped,
  text,
  where,
} from './options/option-checks.js'
import { type OptionChecks, requireOptions } from './options/options.js'
import type { RestRequest, RestResponse } from './request.js'
import type { TargetOptions } from './request-target.js'
import type { RestError } from './rest-error.js'

/** A request for a page, outside of the interface. */
export interface PageRequest extends Pick<RestRequest, 'method' | 'headers' | 'body' | 'remoteAddress' | 'secure'> {
  /** The path as it was sent, with its query. */
  readonly url: string
}

/** The response of a page. A header with several values is a list. */
export interface PageResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[]>>
  readonly body: string
}

/** Responds to some URLs with pages, and resolves with `undefined` for all others. */
export type PageHandler = (request: PageRequest) => Promise<PageResponse | undefined>

/** The options that the adapters for servers and for the fetch standard share. Sizes are in bytes. */
export interface AdapterOptions extends TargetOptions {
  /**
   * A limit for all bodies below those of endpoints (see `RegistryOptions.maxBodyBytes`, and `MediaOptions.maxBytes` for
   * files); larger ones are a 413 `rest_request_too_large`.
   */
  readonly maxBodyBytes?: number | undefined
  /**
   * The memory for bodies that are being received or handled, of all requests together, in bytes; 503
   * `rest_server_busy` for the requests with the least progress beyond that. By default, an eighth of the heap of the
   * process for servers, and 64 MiB with fetch.
   */
  readonly maxBufferedBytes?: number | undefined
  /**
   * The bytes of a body that have to arrive per second, on average after `bodyTimeout`; 1024 by default, 0 for no limit.
   * Slower ones are a 408 `rest_request_timeout`. Time in which the server does not read does not count.
   */
  readonly minBodyRate?: number | undefined
  /** The time that every body may take, whatever its size, in milliseconds; 10,000 by default. */
  readonly bodyTimeout?: number | undefined
  /** The maximum numbers of files and text fields in a multipart form: 20 and 1000 by default. More are also a 413. */
  readonly maxFiles?: number | undefined
  readonly maxFields?: number | undefined
  /**
   * The number of proxies in front that are trusted to report the client's address and scheme (`true`: one); none by
   * default.
   */
  readonly trustProxy?: number | boolean | undefined
  /** The permissions of pages from other origins; `false` sends no CORS headers. */
  readonly cors?: CorsOptions | false | undefined
  /** Serves pages at URLs outside of the root, before `fallback` is called; none by default. */
  readonly pages?: PageHandler | undefined
  /**
   * Receives errors that are not a `RestError`, with the request's method and path; the client gets a neutral 500. Logs
   * to the console by default.
   */
  readonly onError?: ErrorHandler | undefined
}

/** Checks of the options that the adapters for servers and for the fetch standard share. */
export const adapterChecks: OptionChecks<AdapterOptions & { readonly fallback?: unknown }> = Object.freeze({
  basePath: where('a path such as /api', value => typeof value === 'string' && (value === '' || value.startsWith('/'))),
  routeParameter: text,
  scriptName: text,
  maxBodyBytes: limit,
  maxBufferedBytes: positive,
  minBodyRate: count,
  bodyTimeout: count,
  maxFiles: limit,
  maxFields: limit,
  trustProxy: either(flag, count),
  cors: either(off, shaped(corsChecks)),
  pages: callable,
  fallback: callable,
  onError: callable,
})

/** Handles requests of an interface: a registry or a site. */
export interface Dispatcher {
  dispatch(request: RestRequest): Promise<RestResponse>
  /** The path of the interface's root, unless an option names another one; `/cms-json` by default. */
  readonly basePath?: string | undefined
  /** Translates errors of pages and other handlers beside the interface, such as those of a store, for clients. */
  readonly translateError?: ((thrown: unknown) => RestError | undefined) | undefined
}

const dispatcherChecks: OptionChecks<{ readonly dispatcher: Pick<Dispatcher, 'dispatch'> }> = Object.freeze({
  dispatcher: required(having<Dispatcher>('dispatch')),
})

/** Throws a `RangeError` unless an adapter got a dispatcher and valid options. */
export function requireAdapter<T>(what: string, dispatcher: Dispatcher, options: T, checks: OptionChecks<T>): void {
  requireOptions(what, { dispatcher }, dispatcherChecks)
  requireOptions(what, options, checks)
}
