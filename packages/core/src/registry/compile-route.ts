import { freezeDeep } from '../freeze.js'
import { once } from '../once.js'
import { newDictionary } from '../params/dictionary.js'
import { RestError } from '../rest-error.js'
import { type CompiledSchema, SchemaError } from '../schema/compile-schema.js'
import { nearestWord } from '../schema/nearest-word.js'
import { DRAFT } from '../schema/object-schema.js'
import type { Schema } from '../schema/schema.js'
import { withType } from '../schema/with-type.js'
import { messageOf } from '../text/message-of.js'
import type {
  AnyEndpoint,
  BodyOptions,
  HandlerRequest,
  Method,
  PermissionResult,
  RouteDefinition,
} from './definition.js'
import type { ResponseShape } from './response-definition.js'
import type { CompiledArg, Endpoint, Route } from './route.js'
import { compileRoutePath, type RoutePath } from './route-path.js'

const METHODS: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
const ROUTE_KEYS = new Set(['endpoints', 'schema', 'responseSchema', 'shownPath', 'batch', 'override'])
const ENDPOINT_KEYS = new Set([
  'methods',
  'args',
  'permission',
  'handler',
  'validators',
  'skipValidation',
  'validatedFirst',
  'validatedLast',
  'shownArgs',
  'undescribedArgs',
  'emptyForNull',
  'requiresLogin',
  'anyScope',
  'allowedWhenValid',
  'cacheable',
  'override',
  'preload',
  'state',
  'format',
  'body',
  'responds',
])
const RESPONSE_KEYS = new Set(['shape', 'status', 'schema', 'context', 'paged', 'deletes', 'mediaType', 'example'])
const SHAPES: readonly ResponseShape[] = ['item', 'list', 'map']
const BODY_KEYS = new Set(['maxBytes', 'maxFileBytes', 'receive', 'signedIn', 'admit'])

function refuseUnknown(what: string, given: object, known: ReadonlySet<string>): void {
  for (const key of Object.keys(given)) {
    if (known.has(key)) continue
    const nearest = nearestWord(key, known)
    const hint = nearest === undefined ? '' : `; did you mean "${nearest}"?`
    throw new SchemaError(`${what} has an unknown key "${key}"${hint}`)
  }
}

/** The error for a permission that returns false: a 401 for anonymous callers, a 403 for others. */
export function forbidden(request: Pick<HandlerRequest, 'principal'>): RestError {
  return new RestError('rest_forbidden', 'You are not allowed to do this.', request.principal.authenticated ? 403 : 401)
}

function compilePermission(where: string, permission: AnyEndpoint['permission'] | undefined): Endpoint['permit'] {
  if (permission === 'public') return () => true
  if (typeof permission === 'function') return permission as (request: HandlerRequest) => PermissionResult
  if (typeof permission === 'object' && permission !== null && typeof permission.capability === 'string') {
    const { capability } = permission
    return request => request.principal.can(capability)
  }
  throw new SchemaError(
    permission === undefined
      ? `${where} declares no permission; use 'public' if everybody may call it`
      : `${where}: "permission" must be 'public', { capability: '…' } or a function`,
  )
}

function compileBody(where: string, definition: AnyEndpoint, permit: Endpoint['permit']): BodyOptions {
  const { body = {}, permission, requiresLogin = false } = definition
  refuseUnknown(`${where}, body`, body, BODY_KEYS)
  for (const size of [body.maxBytes, body.maxFileBytes]) {
    if (size !== undefined && !(size >= 0)) throw new SchemaError(`${where}, body: ${size} is not a size in bytes`)
  }
  const byCapability = typeof permission === 'object'
  const bySigningIn: BodyOptions['admit'] = request => request.principal.authenticated || permit(request)
  const admit =
    body.admit ?? (byCapability ? permit : requiresLogin || body.signedIn === true ? bySigningIn : undefined)
  return Object.freeze(admit === undefined ? { ...body } : { ...body, admit })
}

const ACCEPTS_ALL: CompiledSchema = Object.freeze({ validate: () => undefined, sanitize: (value: unknown) => value })

/** The options that a registry compiles its routes with. */
export interface RouteOptions {
  readonly compile: (schema: Schema) => CompiledSchema
  /** Whether an argument without a type gets the one that its schema implies. */
  readonly typed: boolean
  /** Whether a route without a schema gets one that accepts any value. */
  readonly schemaOnEveryRoute: boolean
}

function compileArgSchema(where: string, name: string, schema: Schema, { compile }: RouteOptions): CompiledSchema {
  try {
    return compile(schema)
  } catch (cause) {
    throw new SchemaError(`${where}, argument "${name}": ${messageOf(cause)}`)
  }
}

const EMPTY_VALUES: Readonly<Record<string, unknown>> = {
  string: '',
  integer: 0,
  number: 0,
  boolean: false,
  array: Object.freeze([]),
}

/** The empty value of an argument's type; `undefined` when it has none, or accepts null itself. */
function emptyValue({ type }: Schema, compiled: CompiledSchema): unknown {
  if (compiled.validate(null, '') === undefined) return undefined
  const [first] = [type].flat()
  return typeof first === 'string' ? EMPTY_VALUES[first] : undefined
}

/** A class, since a site has thousands of arguments, of which few are used. */
class EndpointArg implements CompiledArg {
  readonly name: string
  readonly schema: Schema
  readonly shown: CompiledArg['shown']
  readonly described: boolean
  readonly compiled: CompiledSchema
  readonly required: boolean
  readonly validator: CompiledArg['validator']
  readonly #strict: CompiledSchema
  readonly #emptyForNull: boolean

  constructor(name: string, schema: Schema, strict: CompiledSchema, definition: AnyEndpoint) {
    const { validators = {}, skipValidation, shownArgs, undescribedArgs, emptyForNull } = definition
    this.name = name
    this.schema = schema
    this.shown = shownArgs?.[name]
    this.described = undescribedArgs?.includes(name) !== true
    this.compiled = skipValidation?.includes(name) === true ? ACCEPTS_ALL : strict
    this.required = schema.required === true
    this.validator = Object.hasOwn(validators, name) ? validators[name] : undefined
    this.#strict = strict
    this.#emptyForNull = emptyForNull?.includes(name) === true
  }

  /** Computed on demand: the schema may be compiled only when it is first used. */
  takesNull(): boolean {
    return this.#strict.validate(null, this.name) === undefined
  }

  forNull(): unknown {
    return this.#emptyForNull ? emptyValue(this.schema, this.compiled) : undefined
  }
}

function compileEndpoint(where: string, definition: AnyEndpoint, path: RoutePath, options: RouteOptions): Endpoint {
  refuseUnknown(where, definition, ENDPOINT_KEYS)
  if (definition.responds !== undefined) {
    refuseUnknown(`${where}, responds`, definition.responds, RESPONSE_KEYS)
    if (!SHAPES.includes(definition.responds.shape))
      throw new SchemaError(`${where}, responds: "shape" must be one of ${SHAPES.join(', ')}`)
  }
  const methods = [definition.methods].flat() as Method[]
  if (methods.length === 0 || methods.some(method => !METHODS.includes(method))) {
    throw new SchemaError(`${where} must name some of the methods ${METHODS.join(', ')}`)
  }
  if (typeof definition.handler !== 'function') throw new SchemaError(`${where} has no handler`)
  const validators = definition.validators ?? {}
  const defaults: Record<string, unknown> = newDictionary()
  const args: CompiledArg[] = []
  for (const [name, declared] of Object.entries(definition.args ?? {})) {
    // The declared schema is compiled first: no type can be derived from an invalid one.
    const enforced = compileArgSchema(where, name, declared, options)
    const schema = options.typed ? withType(declared) : declared
    const strict = schema === declared ? enforced : compileArgSchema(where, name, schema, options)
    args.push(new EndpointArg(name, schema, strict, definition))
    if ('default' in schema) defaults[name] = schema.default
  }
  for (const name of Object.keys(validators)) {
    if (!Object.hasOwn(definition.args ?? {}, name))
      throw new SchemaError(`${where} has a validator for "${name}", which is not an argument`)
  }
  freezeDeep(definition.args)
  Object.freeze(definition)
  const permit = compilePermission(where, definition.permission)
  return Object.freeze({
    methods: Object.freeze(methods),
    args,
    argsByName: new Map(args.map(arg => [arg.name, arg])),
    pathIntegers: path.integers.filter(name => !args.some(arg => arg.name === name)),
    defaults: Object.freeze(defaults),
    refusedDefaults: args.filter(
      ({ schema }) => 'default' in schema && schema.enum?.includes(schema.default) === false,
    ),
    requiresLogin: definition.requiresLogin === true,
    anyScope: definition.anyScope === true,
    allowedWhenValid: definition.allowedWhenValid ?? false,
    cacheable: definition.cacheable === true,
    public: definition.permission === 'public',
    hasValidators: Object.keys(validators).length > 0,
    validatedFirst: definition.validatedFirst,
    validatedLast: definition.validatedLast ?? [],
    body: compileBody(where, definition, permit),
    permit,
    handle: definition.handler as Endpoint['handle'],
    preload: definition.preload as Endpoint['preload'],
    format: definition.format,
    responds: definition.responds && Object.freeze(definition.responds),
    state: definition.state as Endpoint['state'],
  })
}

const below = (namespace: string, path: string): string =>
  namespace === '' ? path : `/${namespace}${path === '/' ? '' : path}`

/** Checks, compiles and freezes the definition of a route; `existing` is the route registered at the same path. */
export function compileRoute(
  namespace: string,
  path: string,
  definition: RouteDefinition<never>,
  existing: Route | undefined,
  options: RouteOptions,
): Route {
  const full = below(namespace, path)
  refuseUnknown(`the route ${full}`, definition, ROUTE_KEYS)
  if (!path.startsWith('/')) throw new SchemaError(`the path ${path} must begin with a slash`)
  if (path.length > 1 && path.endsWith('/')) throw new SchemaError(`the path ${path} must not end with a slash`)
  if (!Array.isArray(definition.endpoints)) throw new SchemaError(`the route ${full} has no endpoints`)
  const { shownPath } = definition
  const compiledPath =
    existing?.path ?? compileRoutePath(full, shownPath === undefined ? undefined : below(namespace, shownPath))
  const added = definition.endpoints.map((each, i) =>
    compileEndpoint(`the route ${full}, endpoint ${i + 1}`, each, compiledPath, options),
  )
  if (added.length === 0) throw new SchemaError(`the route ${full} has no endpoints`)
  const extended = definition.override === true ? undefined : existing
  const taken = new Set(added.flatMap(each => each.methods))
  refuseDuplicates(full, definition.endpoints, extended)
  const endpoints = [...(extended?.endpoints ?? []).flatMap(each => withoutMethods(each, taken)), ...added]
  Object.freeze(definition.endpoints)
  Object.freeze(definition)
  const methods = Object.freeze([...new Set(endpoints.flatMap(each => each.methods))])
  return Object.freeze({
    namespace,
    path: compiledPath,
    endpoints: Object.freeze(endpoints),
    methods,
    public: endpoints.every(each => each.public),
    allow: methods.join(', '),
    batch: definition.batch ?? extended?.batch,
    schema:
      schemaOf(definition, options) ?? extended?.schema ?? (options.schemaOnEveryRoute ? anything(full) : undefined),
    responseSchema: schemaFunction(definition.responseSchema ?? definition.schema) ?? extended?.responseSchema,
  })
}

/** Throws for a second endpoint of a method, unless it overrides the first. */
function refuseDuplicates(path: string, added: readonly AnyEndpoint<never>[], existing: Route | undefined): void {
  const answered = new Set<Method>()
  for (const { methods, override } of added) {
    for (const method of [methods].flat() as Method[]) {
      if (answered.has(method) || (override !== true && existing?.methods.includes(method) === true)) {
        throw new SchemaError(
          `the route ${path} has an endpoint for ${method} already; set \`override\` on the one that replaces it`,
        )
      }
      answered.add(method)
    }
  }
}

/** An endpoint without the methods that another one takes over; none if no methods remain. */
function withoutMethods(endpoint: Endpoint, taken: ReadonlySet<Method>): readonly Endpoint[] {
  const methods = endpoint.methods.filter(method => !taken.has(method))
  if (methods.length === endpoint.methods.length) return [endpoint]
  return methods.length === 0 ? [] : [Object.freeze({ ...endpoint, methods: Object.freeze(methods) })]
}

function schemaOf(
  { schema, responseSchema }: RouteDefinition<never>,
  { schemaOnEveryRoute }: RouteOptions,
): Route['schema'] {
  return schemaFunction(schema ?? (schemaOnEveryRoute ? responseSchema : undefined))
}

const schemaFunction = (schema: RouteDefinition['schema']): Route['schema'] =>
  schema === undefined ? undefined : frozenOnce(typeof schema === 'function' ? schema : () => schema)

/** A schema that accepts any response. */
const anything = (path: string) =>
  frozenOnce(() => ({
    $schema: DRAFT,
    title: path,
    type: ['object', 'array', 'string', 'number', 'boolean', 'null'],
    properties: {},
  }))

const frozenOnce = (make: () => Schema): (() => Schema) => once(() => freezeDeep(make()))
