import {
  type EmptyObjects,
  type InterfaceNames,
  RestError,
  type Schema,
  type SchemaRules,
  specifiedRules,
} from '@platen/core'

/**
 * The few places where the specification and today's best-known server of this interface differ, as data. Nothing else
 * asks which dialect is in force: it asks the dialect for the value.
 */
export interface Dialect {
  readonly name: string
  /** Prefix of namespaces, relations and built-in type names. */
  readonly prefix: string
  /** Prefix of response headers. */
  readonly headerPrefix: string
  /** Address that relation names are appended to; `undefined`: one below the site's own address. */
  readonly relationBase: string | undefined
  /** The header and the parameter that carry a nonce. */
  readonly nonceHeader: string
  readonly nonceParameter: string
  /** The last segment of the interface's address. */
  readonly basePath: string
  /** The query parameter that names a path below the root in any URL of the site: adapters take it as an option. */
  readonly routeParameter: string
  /** The error for callers without credentials where credentials are required; `undefined`: the route's own. */
  readonly loginRequired: (() => RestError) | undefined
  /** Whether settings beyond the specification's table are part of the settings resource. */
  readonly extendedSettings: boolean
  /** What clients read as the value of a setting that is switched off. */
  readonly switchedOff: false | null
  /** Whether the list of themes must be asked for by `status`, active only, and comes in pages. */
  readonly themesByStatus: boolean
  /** Whether `batch/v1` is a namespace of its own, listed and described like the others. */
  readonly batchNamespace: boolean
  /** Whether pages of a collection link to the root as well as to their neighbours. */
  readonly rootLinkOnPages: boolean
  /** Whether the root of the interface takes a `context`. */
  readonly rootContext: boolean
  /** The direction in which lists are sorted unless a client or the list itself says otherwise (terms, users). */
  readonly defaultOrder: 'asc' | 'desc'
  /** Whether every collection in pages takes an `offset`. */
  readonly offsetEverywhere: boolean
  /** The types that search can look for. */
  readonly searchTypes: readonly string[]
  /** Whether plugins can be addressed by the arguments of the specification beside `slug`. */
  readonly pluginArguments: boolean
  /** Statuses of a client's mistakes that one dialect answers with 500; by error code. */
  readonly mistakes: Readonly<Record<string, number>>
  /** Whether null stands for the empty value of what is set of a resource; else it is refused where no null may be. */
  readonly emptyForNull: boolean
  /**
   * Whether totals count what the caller cannot read, where a list is cut by nothing but type, status and parent: with any
   * other filter they would tell what it is.
   */
  readonly countsUnreadable: boolean
  /** Whether addresses of pages name what is above them also to those who may not read that. */
  readonly namesUnreadableParents: boolean
  /** The rules that all schemas of a site are compiled with. */
  readonly schemaRules: SchemaRules
  /** The schema of an address that an empty text clears. */
  readonly clearableUri: Schema
  /** Whether every declared argument has a type (specification section 4.13). */
  readonly typedArguments: boolean
  /** Whether OPTIONS shows a schema of every route (specification section 1), of indexes and actions too. */
  readonly schemaOnEveryRoute: boolean
  /** Whether a text that is `0` counts as none: as a template, as a search of terms, users or results, and as a word of a search. */
  readonly zeroIsEmpty: boolean
  /** Whether a backslash in a search for posts escapes what follows it; otherwise it is looked for like any character. */
  readonly escapedSearches: boolean
  /** How an object without properties is written. */
  readonly emptyObjects: EmptyObjects
  /**
   * Whether `meta` is held to the rules of parameters: a value that does not fit its schema is `rest_invalid_param`, a list
   * is refused. Otherwise the error has the validator's own code, and a list is an empty map.
   */
  readonly metaAsParameters: boolean
  /** Whether annotations of an ability stand at its top level, beside `meta`. */
  readonly abilityAnnotations: boolean
}

/** Codes of mistakes whose status depends on the dialect. */
const MISTAKES = {
  empty_term_name: 400,
  duplicate_term_slug: 409,
  existing_user_login: 409,
  existing_user_email: 409,
  user_login_too_long: 400,
  invalid_username: 400,
  user_nicename_too_long: 400,
  user_url_too_long: 400,
  empty_user_nicename: 400,
  rest_upload_sideload_error: 415,
  rest_upload_unknown_error: 415,
} as const

/** The dialect of the specification, to the letter. */
export const cmsDialect: Dialect = Object.freeze({
  name: 'cms',
  prefix: 'cms',
  headerPrefix: 'X-CMS-',
  relationBase: undefined,
  nonceHeader: 'X-CMS-Nonce',
  nonceParameter: '_cmsnonce',
  basePath: '/cms-json',
  routeParameter: 'rest_route',
  loginRequired: () =>
    new RestError('empty_username', 'No username was given.', 401, {
      dataless: true,
      additional: [new RestError('empty_password', 'No password was given.', null)],
    }),
  extendedSettings: false,
  switchedOff: false,
  themesByStatus: true,
  batchNamespace: true,
  rootLinkOnPages: true,
  rootContext: false,
  defaultOrder: 'desc',
  offsetEverywhere: true,
  searchTypes: Object.freeze(['post']),
  pluginArguments: true,
  mistakes: Object.freeze(MISTAKES),
  emptyForNull: false,
  countsUnreadable: false,
  namesUnreadableParents: false,
  schemaRules: specifiedRules,
  clearableUri: Object.freeze({ type: Object.freeze(['string', 'null'] as const), format: 'uri' }),
  typedArguments: true,
  schemaOnEveryRoute: true,
  zeroIsEmpty: false,
  escapedSearches: false,
  emptyObjects: 'object',
  metaAsParameters: true,
  abilityAnnotations: true,
})

/** The dialect of the best-known server of this interface, for its existing clients. */
export const wpDialect: Dialect = Object.freeze({
  name: 'wp',
  prefix: 'wp',
  headerPrefix: 'X-WP-',
  relationBase: 'https://api.w.org/',
  nonceHeader: 'X-WP-Nonce',
  nonceParameter: '_wpnonce',
  basePath: '/wp-json',
  routeParameter: 'rest_route',
  loginRequired: undefined,
  extendedSettings: true,
  switchedOff: null,
  themesByStatus: false,
  batchNamespace: false,
  rootLinkOnPages: false,
  rootContext: true,
  defaultOrder: 'asc',
  offsetEverywhere: false,
  searchTypes: Object.freeze(['post', 'term', 'post-format']),
  pluginArguments: false,
  mistakes: Object.freeze(Object.fromEntries(Object.keys(MISTAKES).map(code => [code, 500]))),
  emptyForNull: true,
  countsUnreadable: true,
  namesUnreadableParents: true,
  schemaRules: Object.freeze({
    booleanText: 'any-case',
    listSeparator: 'comma-or-space',
    scalarAsList: true,
    listAsObject: true,
    uri: 'cleaned',
    dateTime: 'lenient',
    email: 'lenient',
    emptyForNullableFormat: false,
  }),
  clearableUri: Object.freeze({ type: 'string', format: 'uri' }),
  typedArguments: false,
  schemaOnEveryRoute: false,
  zeroIsEmpty: true,
  escapedSearches: true,
  emptyObjects: 'list',
  metaAsParameters: false,
  abilityAnnotations: false,
})

/** The dialects by name. */
export const dialects: Readonly<Record<'cms' | 'wp', Dialect>> = Object.freeze({ cms: cmsDialect, wp: wpDialect })

/** The error of a client's mistake whose status is the dialect's to say; it has no data of its own. */
export function mistake(dialect: Dialect, code: string, message: string): RestError {
  return new RestError(code, message, dialect.mistakes[code] ?? 400, { dataless: true })
}

/** A text, or none where the dialect takes a lone `0` for an empty text. */
export const unlessEmptyZero = ({ zeroIsEmpty }: Pick<Dialect, 'zeroIsEmpty'>, text: string): string =>
  zeroIsEmpty && text === '0' ? '' : text

/** What core needs of a dialect. */
export function interfaceNames(dialect: Dialect, siteUrl: string): InterfaceNames {
  return {
    prefix: dialect.prefix,
    headerPrefix: dialect.headerPrefix,
    relationBase: dialect.relationBase ?? `${siteUrl}/relations/`,
    emptyObjects: dialect.emptyObjects,
  }
}

/** The headers of its own that pages of other origins may send and read: what the HTTP adapter's `cors` wants to know. */
export function corsHeaders(dialect: Dialect): {
  readonly allowHeaders: readonly string[]
  readonly exposeHeaders: readonly string[]
} {
  return {
    allowHeaders: [dialect.nonceHeader],
    exposeHeaders: [`${dialect.headerPrefix}Total`, `${dialect.headerPrefix}TotalPages`],
  }
}
