import { pathTemplates } from '@platen/core/openapi'
import { type Caller, consoleRoute, read } from '../routes.js'

/** A schema as discovery shows it. */
export interface ShownSchema {
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly enum?: readonly unknown[]
  readonly default?: unknown
  readonly required?: boolean
  readonly readonly?: boolean
  readonly format?: string
  readonly context?: readonly string[]
  readonly items?: ShownSchema
  readonly properties?: Readonly<Record<string, ShownSchema>>
  readonly [rule: string]: unknown
}

/** The methods of an endpoint, and its arguments by name. */
export interface ShownEndpoint {
  readonly methods: readonly string[]
  readonly args: Readonly<Record<string, ShownSchema>>
}

/** Arguments of all routes, which discovery does not show. */
const COMMON: ShownEndpoint['args'] = {
  _fields: { type: 'string', description: 'The members of the response, separated by commas.' },
  _embed: { type: 'string', description: 'The relations whose targets are embedded, separated by commas; 1 for all.' },
}

/** The arguments of an endpoint, with those of all routes. */
export const allArguments = ({ methods, args }: ShownEndpoint): ShownEndpoint['args'] =>
  methods.includes('GET') ? { ...args, ...COMMON } : args

/** A route as discovery shows it. */
export interface ShownRoute {
  readonly namespace: string
  readonly methods: readonly string[]
  readonly endpoints: readonly ShownEndpoint[]
  readonly schema?: ShownSchema
}

type Index = { readonly routes: Readonly<Record<string, ShownRoute>> }

/** The route of a path, and who may call it. */
export interface RouteOfPath {
  readonly pattern: string
  readonly parameters: Readonly<Record<string, string>>
  readonly allowed: readonly string[]
  /** Empty for callers who do not administer the site. */
  readonly roles: readonly { readonly slug: string; readonly name: string; readonly allowed: readonly string[] }[]
}

/** All routes by their patterns, without the schemas of resources. */
export const loadRoutes = async (caller: Caller): Promise<Index['routes']> =>
  (await read<Index>(caller, '/', { _fields: 'routes' })).routes

/** A route with the schema of its resource; `undefined` if there is none with this pattern. */
export async function loadRoute(caller: Caller, pattern: string): Promise<ShownRoute | undefined> {
  const routes = await loadRoutes(caller)
  const route = Object.hasOwn(routes, pattern) ? routes[pattern] : undefined
  if (route === undefined || route.namespace === '') return route
  const { routes: described } = await read<Index>(caller, `/${route.namespace}`, { context: 'help' })
  return described[pattern] ?? route
}

/** The route that serves a path. Throws a 404 if there is none. */
export const routeOf = (caller: Caller, path: string): Promise<RouteOfPath> =>
  read(caller, consoleRoute('route'), { path })

/** The pattern of a route with `{name}` for each of its parameters. */
export function pathTemplate(pattern: string): { readonly path: string; readonly names: readonly string[] } {
  const [first] = pathTemplates(pattern)
  return { path: first?.template ?? pattern, names: first?.parameters.map(({ name }) => name) ?? [] }
}
