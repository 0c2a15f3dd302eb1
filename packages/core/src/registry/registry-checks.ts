import type { Authenticator } from '../access/authenticator.js'
import type { ResponseCache } from '../dispatch/response-cache.js'
import {
  anObject,
  anyText,
  callable,
  flag,
  having,
  headerValue,
  limit,
  listOf,
  shaped,
  texts,
} from '../options/option-checks.js'
import type { OptionChecks } from '../options/options.js'
import type { QueryLimits } from '../params/query-limits.js'
import type { RegistryOptions } from './registry.js'

/** Checks of the limits of queries and paths. */
export const queryLimitChecks: OptionChecks<Partial<QueryLimits>> = Object.freeze({
  maxTextLength: limit,
  maxItems: limit,
  maxDepth: limit,
  maxQueryLength: limit,
  maxPathLength: limit,
  maxEmbedTime: limit,
})

/** Checks of the options of `createRegistry`. */
export const registryChecks: OptionChecks<RegistryOptions> = Object.freeze({
  baseUrl: anyText,
  names: anObject,
  compile: callable,
  typedArguments: flag,
  argumentsCheckedFirst: texts,
  authenticators: listOf(having<Authenticator>('authenticate'), 'a list of authenticators'),
  loginRequired: callable,
  rootLinkOnPages: flag,
  embedsInChanges: flag,
  schemaOnEveryRoute: flag,
  limits: shaped(queryLimitChecks),
  cache: having<ResponseCache>('get', 'renewal', 'compute'),
  admit: callable,
  onRefusal: callable,
  translateError: callable,
  maxBodyBytes: limit,
  maxAnonymousBodyBytes: limit,
  cacheControl: headerValue,
  vary: headerValue,
  onError: callable,
})
