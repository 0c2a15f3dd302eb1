import { type ErrorBody, type Method, RestError, type Schema, type TypeName } from '@platen/core'
import { type PostType, postTypes } from '../../content/types/index.js'
import type { SiteContext } from '../../kernel/context/index.js'
import type { AbilityAnnotations, AbilityOptions, AbilityScope } from './ability.js'
import type { FeatureAbilities } from './ability-registrations.js'
import { type RouteEndpoint, routesOf, type TypeRoutes } from './type-routes.js'

/** The slug of the category of abilities for content. */
export const CONTENT = 'content'

/** An action on the posts of a type, and the endpoint that performs it. */
interface Kind {
  readonly endpoint: 'create' | 'read' | 'update' | 'list' | 'trash'
  readonly method: Method
  readonly label: (type: PostType) => string
  readonly description: (type: PostType) => string
  readonly annotations: AbilityAnnotations
  /** Arguments of the endpoint that the ability does not accept. */
  readonly without?: readonly string[]
  readonly output: (from: RouteEndpoint) => Schema
}

const one = ({ labels }: PostType) => labels['singular_name']
const READS = { readonly: true, destructive: false, idempotent: true } as const

const KINDS: readonly Kind[] = [
  {
    endpoint: 'list',
    method: 'GET',
    label: ({ labels }) => `List: ${labels['name']}`,
    description: type => `Returns a page of posts of the type "${type.name}".`,
    annotations: READS,
    output: listOf,
  },
  {
    endpoint: 'read',
    method: 'GET',
    label: type => `Read: ${one(type)}`,
    description: type => `Returns a post of the type "${type.name}".`,
    annotations: READS,
    output: itemOf,
  },
  {
    endpoint: 'create',
    method: 'POST',
    label: type => `Create: ${one(type)}`,
    description: type => `Creates a post of the type "${type.name}".`,
    annotations: { readonly: false, destructive: false, idempotent: false },
    output: itemOf,
  },
  {
    endpoint: 'update',
    method: 'POST',
    label: type => `Update: ${one(type)}`,
    description: type => `Changes a post of the type "${type.name}".`,
    annotations: { readonly: false, destructive: false, idempotent: true },
    output: itemOf,
  },
  {
    endpoint: 'trash',
    method: 'DELETE',
    label: type => `Move to the trash: ${one(type)}`,
    description: type => `Moves a post of the type "${type.name}" to the trash.`,
    annotations: { readonly: false, destructive: true, idempotent: true },
    without: ['force'],
    output: itemOf,
  },
]

/** The input of these abilities, as their schemas convert it. */
type Input = Readonly<Record<string, unknown>>

/** An ability that calls an endpoint. The endpoint decides who may do what, so everybody may run the ability. */
function contentAbility({ type, path }: TypeRoutes, kind: Kind, from: RouteEndpoint): AbilityOptions<never> {
  const { method, label, description, annotations, without, output } = kind
  const hasId = from.endpoint.argsByName.has('id')
  return {
    label: label(type),
    description: description(type),
    category: CONTENT,
    annotations,
    permission: 'public',
    public: true,
    inputSchema: () => inputOf(from, without),
    outputSchema: () => output(from),
    execute: (input: Input, scope: AbilityScope) =>
      callRoute(scope, method, hasId ? `${path}/${input['id']}` : path, input),
  }
}

/** `cms_block` as `block`, and `menu_item` as `menu-item`. */
function partOf(name: string, { dialect }: SiteContext): string {
  const prefix = `${dialect.prefix}_`
  return (name.startsWith(prefix) ? name.slice(prefix.length) : name).toLowerCase().replaceAll('_', '-')
}

/** Abilities for the posts of all types that REST shows: to list, read, create, update and trash them. */
export function contentAbilities(site: SiteContext): FeatureAbilities {
  const all: Record<string, AbilityOptions<never>> = {}
  for (const type of site.get(postTypes).filter(each => each.showInRest)) {
    const routes = routesOf(site, type)
    if (routes === undefined) continue
    for (const kind of KINDS) {
      const from = routes[kind.endpoint]
      if (from !== undefined)
        all[`${CONTENT}/${kind.endpoint}-${partOf(type.name, site)}`] = contentAbility(routes, kind, from)
    }
  }
  return all
}

const errorOf = ({ code, message, data, additional_errors: further = [] }: ErrorBody, status: number): RestError => {
  const { status: _, ...rest } = data ?? {}
  return new RestError(code, message, status, {
    data: rest,
    dataless: data === null,
    additional: further.map(error => errorOf(error, status)),
  })
}

/** Calls a route as the caller of an ability, and returns the body of the response. Throws the error of the route. */
async function callRoute(
  scope: AbilityScope,
  method: Method,
  path: string,
  input: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  const sent = method === 'POST' ? { body: { kind: 'json' as const, value: input } } : { query: input }
  const { status, body } = await scope.dispatch({ method, path, ...sent })
  if (status >= 400) throw errorOf(body as ErrorBody, status)
  return body
}

/** A text that responses contain as an object is sent as a string, or in `raw`. */
function sentAs({ properties, ...schema }: Schema): Schema {
  const raw = properties?.['raw']
  if (raw === undefined) return properties === undefined ? schema : { ...schema, properties }
  return { ...schema, type: ['string', 'object'], properties: { raw } }
}

/** The schema of an input: the arguments of an endpoint, without some of them; `id` is required if it is one. */
function inputOf({ endpoint }: RouteEndpoint, without: readonly string[] = []): Schema {
  const args = endpoint.args.filter(({ name }) => !without.includes(name))
  const named = args.map(({ name, schema }) => [name, name === 'id' ? { ...schema, required: true } : sentAs(schema)])
  return { type: 'object', properties: Object.fromEntries(named), additionalProperties: false, default: {} }
}

/** The schemas of members, at any depth. */
const membersOf = ({ title, description, properties }: Schema): Schema => ({
  ...(title !== undefined && { title }),
  ...(description !== undefined && { description }),
  ...(properties !== undefined && { properties: mapped(properties, membersOf) }),
})

const TYPES: readonly TypeName[] = ['string', 'boolean', 'integer', 'number', 'array', 'object', 'null']

/** A field that has no value is null. The schemas of responses are only shown, so their types may be any words. */
function shown(field: Schema): Schema {
  const named: readonly unknown[] = [field.type, 'null'].flat()
  const types = TYPES.filter(type => named.includes(type))
  return { ...membersOf(field), ...(types.length > 1 && { type: types }) }
}

const mapped = (properties: Readonly<Record<string, Schema>>, change: (inner: Schema) => Schema) =>
  Object.fromEntries(Object.entries(properties).map(([name, inner]) => [name, change(inner)]))

/**
 * The schema of an item in a response: fields and their types, without keywords that apply only to input, such as the
 * statuses that may be set.
 */
function itemOf({ route }: RouteEndpoint): Schema {
  const { title, properties = {} } = route.schema?.() ?? {}
  return { ...(title !== undefined && { title }), type: 'object', properties: mapped(properties, shown) }
}

/** The schema of a list in a response. */
function listOf(from: RouteEndpoint): Schema {
  return { type: 'array', items: itemOf(from) }
}
