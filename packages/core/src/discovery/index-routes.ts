import type { Links } from '../links.js'
import { endpoint, type HandlerRequest, type Reply } from '../registry/definition.js'
import type { Registry } from '../registry/registry.js'
import type { Route } from '../registry/route.js'
import { parseFieldSelection } from '../resource/field-selection.js'
import { RestError } from '../rest-error.js'
import type { Schema } from '../schema/schema.js'
import { describeRoute } from './describe-route.js'
import { namespaceSchema, rootSchema } from './index-schema.js'

/** What the root index shows about the site (specification sections 1 and 4.3). */
export interface RootDescription {
  readonly fields: Readonly<Record<string, unknown>>
  readonly links?: Links | undefined
  /** Those of the links that belong to requested fields: `_fields` need not name `_links` for them. */
  readonly fieldLinks?: Links | undefined
}

/** Options of {@link registerRootIndex}. */
export interface RootOptions {
  /** Whether the index has the argument `context`; with `context=help` it shows the schemas of resources. */
  readonly context?: boolean | undefined
  /** The schemas of the site's fields, for OPTIONS. */
  readonly fields?: Readonly<Record<string, Schema>> | undefined
}

const contextArg = { default: 'view' } as const

function routesOf(routes: readonly Route[], { baseUrl, names }: Registry, help: boolean): Record<string, unknown> {
  const describe = (route: Route) => describeRoute(route, baseUrl, help, names.emptyObjects)
  return Object.fromEntries(routes.map(route => [route.path.pattern, describe(route)]))
}

/**
 * Whether a request asks for links, or for what is embedded by them. Clients of this interface expect that `_embedded`
 * in `_fields` is enough here, unlike in resources.
 */
const wantsLinks = ({ fields, params, query }: HandlerRequest): boolean =>
  fields.wants('_links') ||
  params['_embed'] !== undefined ||
  parseFieldSelection(params['_fields'] ?? query['_fields']).wants('_embedded')

/** Registers the root index; `describe` returns the fields and links of the site. */
export function registerRootIndex(
  registry: Registry,
  describe: (request: HandlerRequest) => Promise<RootDescription> | RootDescription,
  options: RootOptions = {},
): void {
  const args = options.context === true ? { context: contextArg } : {}
  registry.route('', '/', {
    responseSchema: () => rootSchema(options.fields ?? {}),
    endpoints: [
      endpoint({
        methods: 'GET',
        responds: { shape: 'item' },
        args,
        permission: 'public',
        anyScope: true,
        async handler(request): Promise<Reply> {
          const { fields, ...linked } = await describe(request)
          const body: Record<string, unknown> = { ...fields, namespaces: registry.namespaces() }
          if (request.fields.wants('routes'))
            body['routes'] = routesOf(
              registry.routes(),
              registry,
              options.context === true && request.params.context === 'help',
            )
          const links = wantsLinks(request) ? linked.links : linked.fieldLinks
          return links === undefined ? { body } : { body, links }
        },
      }),
    ],
  })
}

/** Registers the index of one namespace. */
export function registerNamespaceIndex(registry: Registry, namespace: string): void {
  registry.route(namespace, '/', {
    responseSchema: namespaceSchema,
    endpoints: [
      endpoint({
        methods: 'GET',
        responds: { shape: 'item' },
        args: { namespace: { default: namespace }, context: contextArg },
        permission: 'public',
        anyScope: true,
        handler(request): Reply {
          const { namespace: name, context } = request.params
          if (!registry.namespaces().some(known => known === name))
            throw new RestError('rest_invalid_namespace', 'There is no such namespace.', 404)
          const own = registry.routes().filter(route => route.namespace === name)
          return {
            body: { namespace: name, routes: routesOf(own, registry, context === 'help') },
            links: { up: [{ href: `${registry.baseUrl}/` }] },
          }
        },
      }),
    ],
  })
}
