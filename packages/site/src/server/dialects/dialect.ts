import {
  type EmptyObjects,
  type InterfaceNames,
  RestError,
  type Schema,
  type SchemaRules,
  specifiedRules,
} from '@platen/core'

/**
 * The differences between the specification and the best-known server of this interface, as data. No code tests which
 * dialect is in use; it reads the value it needs.
 */
export interface Dialect {
  readonly name: string
  /** The prefix of namespaces, relations and built-in type names. */
  readonly prefix: string
  /** The prefix of response headers. */
  readonly headerPrefix: string
  /** The URL that relation names are appended to; `undefined` derives it from the site's URL. */
  readonly relationBase: string | undefined
  /** Relations with the prefix that no `curies` explain. */
  readonly relationsWithoutCuries: readonly string[]
  /** The header and the parameter with a nonce. */
  readonly nonceHeader: string
  readonly nonceParameter: string
  /** The paths of the form of the login page and of the nonce for REST, below the site's URL; `undefined` for none. */
  readonly signInPaths: { readonly form: string; readonly nonce: string } | undefined
  /** The path below the site's URL at which clients expect the approval page; `undefined` for that of the console. */
  readonly approvalPath: string | undefined
  /** The path of the interface below the site's URL. */
  readonly basePath: string
  /** The path of uploaded files below the site's URL; servers and storages take it as an option. */
  readonly uploadsPath: string
  /** The query parameter with a REST path on any URL of the site; HTTP adapters take it as an option. */
  readonly routeParameter: string
  /** The script that clients may put before `basePath`; HTTP adapters take it as an option. */
  readonly scriptName: string | undefined
  /** The error for anonymous callers of routes that require a login; `undefined` uses the route's own error. */
  readonly loginRequired: (() => RestError) | undefined
  /**
   * Whether managing an account (changing, promoting, deleting it, its passwords and sessions) requires all of its
   * capabilities. Otherwise, a caller with `edit_users` alone may take over an administrator.
   */
  readonly protectsStrongerAccounts: boolean
  /**
   * Whether users without `unfiltered_html` may write styles that place elements over other parts of the page, such as
   * `position: fixed`.
   */
  readonly allowsOverlays: boolean
  /** Whether the settings resource includes settings beyond those of the specification. */
  readonly extendedSettings: boolean
  /** The value of a disabled setting in responses. */
  readonly disabledSetting: false | null
  /** Whether `batch/v1` is a namespace, listed and described like the others. */
  readonly batchNamespace: boolean
  /** Whether pages of a collection link to the root besides the previous and next page. */
  readonly rootLinkOnPages: boolean
  /**
   * Whether `_embed` also applies to responses to changes; otherwise only to responses to GET (specification section
   * 4.1).
   */
  readonly embedsInChanges: boolean
  /** Whether the root index accepts a `context`. */
  readonly rootContext: boolean
  /** The default sort direction of lists that do not declare their own (terms, users). */
  readonly defaultOrder: 'asc' | 'desc'
  /** Whether every paginated collection accepts an `offset`. */
  readonly offsetEverywhere: boolean
  /**
   * Whether the list of themes has pages and a search, and requires the status `active` (specification section 4.6).
   * Otherwise it shows all themes, or those with one of the requested statuses.
   */
  readonly pagedThemes: boolean
  /** Whether the schema of themes has an object of post formats by name instead of a list. */
  readonly formatsByName: boolean
  /** The types that search accepts. */
  readonly searchTypes: readonly string[]
  /** The HTTP status of client errors that one of the dialects reports as 500, by error code. */
  readonly clientErrorStatuses: Readonly<Record<string, number>>
  /** Arguments that are validated before others: if one is invalid, the error names none of the others. */
  readonly argumentsCheckedFirst: readonly string[]
  /** Whether a field set to null gets its empty value; otherwise null is invalid unless the schema allows it. */
  readonly emptyForNull: boolean
  /**
   * Whether totals include records that the caller cannot read. This applies only to lists that are filtered only by
   * type, status and parent: with other filters, the total would reveal the content of those records.
   */
  readonly countsUnreadable: boolean
  /**
   * Whether the comments that the caller cannot read are taken out of a page after it is cut, so that it has fewer, where
   * totals include them.
   */
  readonly cutsUnreadableComments: boolean
  /**
   * The maximum number of results that are counted of lists whose results take long to count, unless the site has a
   * `searchTotalLimit`; all if infinite.
   */
  readonly searchTotalLimit: number
  /** Whether permalinks of pages contain the slugs of ancestors that the caller cannot read. */
  readonly namesUnreadableParents: boolean
  /**
   * Whether the comments of a post that is restored from the trash get their previous status; otherwise each needs a
   * new status.
   */
  readonly restoresComments: boolean
  /**
   * Whether a draft without a slug has none after it is restored from the trash; otherwise it keeps the slug that it
   * got there.
   */
  readonly clearsTrashedSlugs: boolean
  /**
   * Whether a widget that a client creates is in the sidebar immediately. Otherwise it is the first inactive widget
   * until a request moves it or arranges the sidebar, although the response to its creation contains the sidebar.
   * Within a batch, this applies only to the first request for widgets.
   */
  readonly placesNewWidgets: boolean
  /** The rules for compiling all schemas of a site. */
  readonly schemaRules: SchemaRules
  /**
   * Whether schemas describe every value of a response: a field that can be null is declared so, and where there is
   * no URL, none is shown instead of an empty one.
   */
  readonly exactSchemas: boolean
  /** Whether icons and their collections have links (specification section 2). */
  readonly linksIcons: boolean
  /** The schema of a URL field that an empty string clears. */
  readonly clearableUri: Schema
  /** Whether every declared argument has a type (specification section 4.13). */
  readonly typedArguments: boolean
  /** Whether OPTIONS shows a schema for every route (specification section 1), including indexes and actions. */
  readonly schemaOnEveryRoute: boolean
  /** Whether `0` counts as an empty string: as a template, the name of an application password or commenter, the email address or program of a commenter, a search for terms, users or results, and a search word. */
  readonly zeroIsEmpty: boolean
  /** Whether a backslash in a search for posts escapes the next character; otherwise it matches itself. */
  readonly escapedSearches: boolean
  /** Whether changing a post escapes its guid as in HTML: `&` becomes `&#038;`. */
  readonly escapedGuids: boolean
  /** How an empty object is serialized. */
  readonly emptyObjects: EmptyObjects
  /** The type name of flags in schemas of templates. */
  readonly templateFlags: 'boolean' | 'bool'
  /**
   * Whether `meta` is validated like a parameter: an invalid value is a `rest_invalid_param`, and a list is refused.
   * Otherwise the error has the validator's own code, and a list counts as an empty map.
   */
  readonly metaAsParameters: boolean
  /** Whether lists with declared keys also have the arguments `meta_key`, `meta_value`, `meta_compare` and `meta_type`. */
  readonly metaQueries: boolean
  /**
   * Whether a meta value of the format `date-time` is stored as the moment that it names, in UTC, so that such values
   * compare by time; otherwise as the text that was sent.
   */
  readonly storesMoments: boolean
  /** Whether `/plugins` has the arguments of specification section 4.8 besides those of the best-known server. */
  readonly specifiedPlugins: boolean
  /** The parts of a site whose sizes `/directory-sizes` shows. */
  readonly measuredParts: readonly string[]
  /** Whether PUT and PATCH change a font family; otherwise they refuse all settings, and only POST changes one. */
  readonly putsFontFamilies: boolean
  readonly abilities: AbilityRules
  /**
   * Whether the schema and the arguments of application passwords describe their limits. Otherwise they are accepted all
   * the same, and only application passwords with limits show them.
   */
  readonly describesPasswordLimits: boolean
  /** Whether lists of icons and their collections have only one page; a search then selects only icons. */
  readonly listsAllIcons: boolean
  /** Whether discovery shows the post types that filter users as a map of names, not as a list. */
  readonly listsTypesByName: boolean
  /**
   * Whether `_fields` also selects entries of a map, such as that of post types; otherwise only fields of its entries.
   */
  readonly picksFromMaps: boolean
}

/** The differences between dialects in the routes of abilities. */
export interface AbilityRules {
  /** The pattern of names of abilities. */
  readonly names: string
  /** The pattern of slugs of categories. */
  readonly categories: string
  /** Whether abilities have a field `annotations` beside `meta`. */
  readonly annotationsField: boolean
  /** Whether reading one ability or category declares the name as required, and a `context` (specification section 4.10). */
  readonly specifiedArguments: boolean
}

/** Client errors whose status depends on the dialect, with the status of the specification. */
const MISTAKES = {
  empty_term_name: 400,
  db_insert_error: 400,
  duplicate_term_slug: 409,
  menu_exists: 409,
  existing_user_login: 409,
  existing_user_email: 409,
  user_login_too_long: 400,
  invalid_username: 400,
  user_nicename_too_long: 400,
  user_url_too_long: 400,
  empty_user_nicename: 400,
  rest_upload_sideload_error: 415,
  rest_upload_unknown_error: 415,
  rest_image_crop_failed: 400,
  plugins_api_failed: 404,
  rest_font_upload_unknown_error: 400,
  rest_invalid_widget: 400,
} as const

/** The dialect of the specification, to the letter. */
export const cmsDialect: Dialect = Object.freeze({
  name: 'cms',
  prefix: 'cms',
  headerPrefix: 'X-CMS-',
  relationBase: undefined,
  relationsWithoutCuries: Object.freeze([]),
  nonceHeader: 'X-CMS-Nonce',
  nonceParameter: '_cmsnonce',
  signInPaths: undefined,
  approvalPath: undefined,
  basePath: '/cms-json',
  uploadsPath: '/files',
  routeParameter: 'rest_route',
  scriptName: undefined,
  loginRequired: () =>
    new RestError('empty_username', 'No username was given.', 401, {
      dataless: true,
      additional: [new RestError('empty_password', 'No password was given.', null)],
    }),
  protectsStrongerAccounts: true,
  allowsOverlays: false,
  extendedSettings: false,
  disabledSetting: false,
  batchNamespace: true,
  rootLinkOnPages: true,
  embedsInChanges: false,
  rootContext: false,
  defaultOrder: 'desc',
  offsetEverywhere: true,
  pagedThemes: true,
  formatsByName: false,
  searchTypes: Object.freeze(['post']),
  clientErrorStatuses: Object.freeze(MISTAKES),
  argumentsCheckedFirst: Object.freeze([]),
  emptyForNull: false,
  countsUnreadable: false,
  cutsUnreadableComments: false,
  searchTotalLimit: 10_000,
  namesUnreadableParents: false,
  restoresComments: true,
  clearsTrashedSlugs: true,
  placesNewWidgets: true,
  schemaRules: specifiedRules,
  exactSchemas: true,
  linksIcons: true,
  clearableUri: Object.freeze({ type: Object.freeze(['string', 'null'] as const), format: 'uri' }),
  typedArguments: true,
  schemaOnEveryRoute: true,
  zeroIsEmpty: false,
  escapedSearches: false,
  escapedGuids: false,
  emptyObjects: 'object',
  templateFlags: 'boolean',
  metaAsParameters: true,
  metaQueries: false,
  storesMoments: true,
  specifiedPlugins: true,
  measuredParts: Object.freeze(['wordpress', 'themes', 'plugins', 'uploads', 'database']),
  putsFontFamilies: true,
  abilities: Object.freeze({
    names: '[a-z0-9_/-]+',
    categories: '[a-z0-9_-]+',
    annotationsField: true,
    specifiedArguments: true,
  }),
  describesPasswordLimits: true,
  listsAllIcons: false,
  listsTypesByName: false,
  picksFromMaps: false,
})

/** The dialect of the best-known server of this interface, for its existing clients. */
export const wpDialect: Dialect = Object.freeze({
  name: 'wp',
  prefix: 'wp',
  headerPrefix: 'X-WP-',
  relationBase: 'https://api.w.org/',
  relationsWithoutCuries: Object.freeze(['wp:action-run']),
  nonceHeader: 'X-WP-Nonce',
  nonceParameter: '_wpnonce',
  signInPaths: Object.freeze({ form: '/wp-login.php', nonce: '/wp-admin/admin-ajax.php' }),
  approvalPath: '/wp-admin/authorize-application.php',
  basePath: '/wp-json',
  uploadsPath: '/wp-content/uploads',
  routeParameter: 'rest_route',
  scriptName: 'index.php',
  loginRequired: undefined,
  protectsStrongerAccounts: false,
  allowsOverlays: true,
  extendedSettings: true,
  disabledSetting: null,
  batchNamespace: false,
  rootLinkOnPages: false,
  embedsInChanges: true,
  rootContext: true,
  defaultOrder: 'asc',
  offsetEverywhere: false,
  pagedThemes: false,
  formatsByName: true,
  searchTypes: Object.freeze(['post', 'term', 'post-format']),
  clientErrorStatuses: Object.freeze(Object.fromEntries(Object.keys(MISTAKES).map(code => [code, 500]))),
  argumentsCheckedFirst: Object.freeze(['context', 'page', 'per_page', 'search']),
  emptyForNull: true,
  countsUnreadable: true,
  cutsUnreadableComments: true,
  searchTotalLimit: Number.POSITIVE_INFINITY,
  namesUnreadableParents: true,
  restoresComments: false,
  clearsTrashedSlugs: false,
  placesNewWidgets: false,
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
  exactSchemas: false,
  linksIcons: false,
  clearableUri: Object.freeze({ type: 'string', format: 'uri' }),
  typedArguments: false,
  schemaOnEveryRoute: false,
  zeroIsEmpty: true,
  escapedSearches: true,
  escapedGuids: true,
  emptyObjects: 'list',
  templateFlags: 'bool',
  metaAsParameters: false,
  metaQueries: true,
  storesMoments: false,
  specifiedPlugins: false,
  measuredParts: Object.freeze(['wordpress', 'themes', 'plugins', 'uploads', 'fonts', 'database']),
  putsFontFamilies: false,
  abilities: Object.freeze({
    names: String.raw`[a-zA-Z0-9\-\/]+`,
    categories: '[a-z0-9]+(?:-[a-z0-9]+)*',
    annotationsField: false,
    specifiedArguments: false,
  }),
  describesPasswordLimits: false,
  listsAllIcons: true,
  listsTypesByName: true,
  picksFromMaps: true,
})

/** The dialects by name. */
export const dialects: Readonly<Record<'cms' | 'wp', Dialect>> = Object.freeze({ cms: cmsDialect, wp: wpDialect })

/** Creates a client error whose status depends on the dialect (400 by default); its body has no extra data. */
export function clientError(dialect: Dialect, code: string, message: string): RestError {
  return new RestError(code, message, dialect.clientErrorStatuses[code] ?? 400, { dataless: true })
}

/** Returns the text, or an empty string for `0` where the dialect treats it as empty. */
export const unlessEmptyZero = ({ zeroIsEmpty }: Pick<Dialect, 'zeroIsEmpty'>, text: string): string =>
  zeroIsEmpty && text === '0' ? '' : text

/** The names that core needs from a dialect. */
export function interfaceNames(dialect: Dialect, siteUrl: string): InterfaceNames {
  return {
    prefix: dialect.prefix,
    headerPrefix: dialect.headerPrefix,
    relationBase: dialect.relationBase ?? `${siteUrl}/relations/`,
    emptyObjects: dialect.emptyObjects,
    withoutCuries: dialect.relationsWithoutCuries,
  }
}

/** The dialect's own headers that cross-origin pages may send and read: the input of the HTTP adapter's `cors`. */
export function corsHeaders(dialect: Dialect): {
  readonly allowHeaders: readonly string[]
  readonly exposeHeaders: readonly string[]
} {
  return {
    allowHeaders: [dialect.nonceHeader],
    exposeHeaders: ['Total', 'TotalPages', 'TotalRelation'].map(name => `${dialect.headerPrefix}${name}`),
  }
}
