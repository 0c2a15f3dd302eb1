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
  required,
  shaped,
  text,
  where,
} from './options/option-checks.js'
import { type OptionChecks, requireOptions } from './options/options.js'
import type { RestRequest, RestResponse } from './request.js'
import type { TargetOptions } from './request-target.js'

/** The options that adapters share; each documents its own. */
interface AdapterOptions extends TargetOptions {
  readonly maxBodyBytes?: number
  readonly maxFiles?: number
  readonly maxFields?: number
  readonly trustProxy?: number | boolean
  readonly cors?: CorsOptions | false
  readonly fallback?: unknown
  readonly onError?: ErrorHandler
}

/** Checks of the options that the adapters for servers and for the fetch standard share. */
export const adapterChecks: OptionChecks<AdapterOptions> = Object.freeze({
  basePath: where('a path such as /api', value => typeof value === 'string' && (value === '' || value.startsWith('/'))),
  routeParameter: text,
  scriptName: text,
  maxBodyBytes: limit,
  maxFiles: limit,
  maxFields: limit,
  trustProxy: either(flag, count),
  cors: either(off, shaped(corsChecks)),
  fallback: callable,
  onError: callable,
})

/** Handles requests of an interface: a registry or a site. */
export interface Dispatcher {
  dispatch(request: RestRequest): Promise<RestResponse>
  /** The path of the interface's root, unless an option names another one; `/cms-json` by default. */
  readonly basePath?: string | undefined
}

const dispatcherChecks: OptionChecks<{ readonly dispatcher: Pick<Dispatcher, 'dispatch'> }> = Object.freeze({
  dispatcher: required(having<Dispatcher>('dispatch')),
})

/** Throws a `RangeError` unless an adapter got a dispatcher and valid options. */
export function requireAdapter<T>(what: string, dispatcher: Dispatcher, options: T, checks: OptionChecks<T>): void {
  requireOptions(what, { dispatcher }, dispatcherChecks)
  requireOptions(what, options, checks)
}
