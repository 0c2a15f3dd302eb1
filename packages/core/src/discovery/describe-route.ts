import { type EmptyObjects, presentEmptyObjects } from '../empty-objects.js'
import type { Links } from '../links.js'
import type { CompiledArg, Endpoint, Route } from '../registry/route.js'
import type { Schema } from '../schema/schema.js'

/** The description of a route in the index and in responses to OPTIONS (specification section 1). */
export interface RouteDescription {
  readonly namespace: string
  readonly methods: readonly string[]
  readonly endpoints: readonly unknown[]
  readonly schema?: Schema
  readonly _links?: Links
}

const PRIVATE_KEYS = new Set(['context', 'readonly'])

function describeArg({ schema, shown: instead, required }: CompiledArg): Record<string, unknown> {
  const shown: Record<string, unknown> = {}
  for (const [key, value] of Object.entries({ ...schema, ...instead })) if (!PRIVATE_KEYS.has(key)) shown[key] = value
  shown['required'] = required
  return shown
}

function describeEndpoint(endpoint: Endpoint, batch: boolean | undefined): unknown {
  const args = Object.fromEntries(endpoint.args.filter(arg => arg.described).map(arg => [arg.name, describeArg(arg)]))
  return {
    methods: endpoint.methods,
    ...(batch === undefined ? {} : { allow_batch: { v1: batch } }),
    args,
  }
}

/** Describes a route, with the schema of its resource if `help` is true. */
export function describeRoute(
  route: Route,
  baseUrl: string,
  help: boolean,
  emptyObjects: EmptyObjects = 'object',
): RouteDescription {
  const { namespace, methods, path } = route
  return {
    namespace,
    methods,
    endpoints: route.endpoints.map(each => presentEmptyObjects(describeEndpoint(each, route.batch), emptyObjects)),
    ...(help && route.schema !== undefined
      ? { schema: presentEmptyObjects(route.schema(), emptyObjects) as Schema }
      : {}),
    ...(path.literal ? { _links: { self: [{ href: `${baseUrl}${path.pattern}` }] } } : {}),
  }
}
