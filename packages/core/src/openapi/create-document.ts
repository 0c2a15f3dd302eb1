import type { EmptyObjects } from '../empty-objects.js'
import type { Registry } from '../registry/registry.js'
import type { Endpoint, Route } from '../registry/route.js'
import type { Context } from '../resource/field.js'
import type { Schema } from '../schema/schema.js'
import { COMMON_PARAMETERS, COMMON_RESPONSES, COMMON_SCHEMAS, commonHeaders, securityOf } from './common-parts.js'
import { createNamedParts, createTranslator, typeName } from './components.js'
import type {
  JsonSchema,
  OpenApiDocument,
  OperationMethod,
  OperationObject,
  PathItemObject,
  Reference,
  RequestBodyObject,
  ResponseObject,
} from './document.js'
import { createOperationNames } from './operation-names.js'
import { argumentBody, pathParameters, queryParameters, requestBody } from './parameters.js'
import { type PathTemplate, pathTemplates } from './path-templates.js'
import { createResourceSchemas, type ResourceSchemas } from './resource-schemas.js'
import { shareParameters } from './share-parameters.js'

/** Options of {@link createOpenApiDocument}. */
export interface OpenApiOptions {
  readonly title: string
  /** The version of the interface that the document describes. */
  readonly version: string
  readonly description?: string | undefined
  /** The URL of the interface; that of the registry by default. */
  readonly url?: string | undefined
}

const CONTEXTS: readonly Context[] = ['view', 'edit', 'embed']

/**
 * Describes all routes of a registry as an OpenAPI 3.1 document. Schemas are translated to JSON Schema 2020-12; each
 * context of a resource is a component of its own. Like the index, it is the same for every caller.
 */
export function createOpenApiDocument(
  registry: Pick<Registry, 'routes' | 'names' | 'baseUrl' | 'dispatchContext'>,
  options: OpenApiOptions,
): OpenApiDocument {
  const { names } = registry
  const schemas = createNamedParts<JsonSchema>('schemas')
  const bodies = createNamedParts<RequestBodyObject>('requestBodies')
  for (const [name, schema] of Object.entries(COMMON_SCHEMAS)) schemas.define([name], schema)
  const translator = createTranslator(schemas, names.emptyObjects)
  const resourceOf = createResourceSchemas(schemas, translator, names.prefix)
  const nameOf = createOperationNames(`/${names.prefix}/v2`, names.prefix)
  const headers = commonHeaders(names)
  const security = securityOf(registry.dispatchContext.authenticators.flatMap(({ schemes: ways = [] }) => ways))
  const paths = new Map<string, PathItemObject>()
  const templates = new Map<string, string>()
  const tags = new Set<string>()

  for (const route of registry.routes())
    for (const template of pathTemplates(route.path.pattern)) {
      // Two paths that differ only in the names of parameters are the same; the first route has it.
      const key = template.template.replaceAll(/\{\w+\}/g, '{}')
      if ((templates.get(key) ?? template.template) !== template.template) continue
      templates.set(key, template.template)
      const existing: PathItemObject = paths.get(template.template) ?? { 'x-route': route.path.pattern }
      const operations = route.endpoints.flatMap(endpoint => {
        const shared: SharedParts = {}
        return endpoint.methods
          .map(method => method.toLowerCase() as OperationMethod)
          .filter(method => existing[method] === undefined)
          .map(method => [method, describe(route, endpoint, template, method, shared)] as const)
      })
      paths.set(template.template, { ...existing, ...Object.fromEntries(operations) })
    }

  return shareParameters(
    {
      openapi: '3.1.0',
      jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
      info: { title: options.title, version: options.version, description: options.description ?? DESCRIPTION },
      servers: [{ url: options.url ?? registry.baseUrl }],
      tags: [...tags].map(name => ({ name })),
      paths: Object.fromEntries(paths),
      components: {
        schemas: Object.fromEntries(schemas.all),
        parameters: COMMON_PARAMETERS,
        headers: Object.fromEntries(
          Object.entries(headers).map(([name, { description, type }]) => [name, { description, schema: { type } }]),
        ),
        responses: COMMON_RESPONSES,
        requestBodies: Object.fromEntries(bodies.all),
        securitySchemes: security.schemes,
      },
    },
    Object.keys(COMMON_PARAMETERS),
  )

  function describe(
    route: Route,
    endpoint: Endpoint,
    template: PathTemplate,
    method: OperationMethod,
    shared: SharedParts,
  ): OperationObject {
    const schema = schemaOf(route, endpoint)
    const resource = schema && resourceOf(schema, template.template)
    const operationId = nameOf({
      method,
      endpoint,
      template: template.template,
      namespace: route.namespace === '' ? '' : `/${route.namespace}`,
      resource: resource?.name,
    })
    const tag = tagOf(route, template)
    tags.add(tag)
    const hasBody = method === 'post' || method === 'put' || method === 'patch'
    if (hasBody) shared.body ??= bodyOf(endpoint, template, operationId, resource)
    const body = hasBody ? shared.body : undefined
    return {
      operationId,
      tags: [tag],
      parameters: [
        ...pathParameters(template, endpoint, translator),
        ...(hasBody ? [] : queryParameters(endpoint, template, translator)),
        ...commonParameters(endpoint, method),
      ],
      ...(body !== undefined && { requestBody: body }),
      responses: responsesOf(endpoint, template, method, resource),
      security: [...(isForUsers(endpoint) ? [] : [{}]), ...security.alternatives],
    }
  }

  function bodyOf(
    endpoint: Endpoint,
    template: PathTemplate,
    operationId: string,
    resource: ResourceSchemas | undefined,
  ): Reference | undefined {
    const long = `${typeName(operationId.replace(/^(?:create|update|put|patch)/, ''))}Body`
    const use = endpoint.responds?.status === 201 ? 'Create' : 'Update'
    const bodyNames = resource === undefined ? [long] : [resource.name + use, long]
    const args = argumentBody(endpoint, template, translator, bodyNames[0] ?? long)
    if (args === undefined) return undefined
    return bodies.define(bodyNames, requestBody(schemas.define(bodyNames, args.schema), args, endpoint))
  }

  function responsesOf(
    endpoint: Endpoint,
    { parameters }: PathTemplate,
    method: OperationMethod,
    resource: ResourceSchemas | undefined,
  ): OperationObject['responses'] {
    const status = String(endpoint.responds?.status ?? 200)
    const response = (name: string): Reference => ({ $ref: `#/components/responses/${name}` })
    return {
      [status]: success(endpoint, method, resource),
      ...(method === 'get' && { 304: response('NotModified') }),
      ...((endpoint.args.length > 0 || method !== 'get') && { 400: response('BadRequest') }),
      ...(!endpoint.public && { 401: response('Unauthorized'), 403: response('Forbidden') }),
      ...(parameters.length > 0 && { 404: response('NotFound') }),
      ...(method !== 'get' && { 412: response('PreconditionFailed') }),
      default: response('Failure'),
    }
  }

  function success(endpoint: Endpoint, method: OperationMethod, resource: ResourceSchemas | undefined): ResponseObject {
    const { responds } = endpoint
    const mediaType = responds?.mediaType ?? 'application/json'
    const schema = responds?.mediaType === undefined ? bodySchema(endpoint, resource, names.emptyObjects) : BYTES
    const shown = [
      ...(responds?.paged === true ? (['Total', 'TotalPages', 'TotalRelation'] as const) : []),
      ...(method === 'get' ? (['ETag'] as const) : []),
      ...(responds?.status === 201 ? (['Location'] as const) : []),
      'Link' as const,
      'Allow' as const,
    ]
    return {
      description: DESCRIPTIONS[responds?.status ?? 200] ?? 'Success.',
      headers: Object.fromEntries(
        shown.map(name => [headers[name].header, { $ref: `#/components/headers/${name}` }] as const),
      ),
      content: { [mediaType]: { schema } },
    }
  }
}

/** What the operations of an endpoint have in common. */
interface SharedParts {
  body?: Reference | undefined
}

const BYTES: JsonSchema = { type: 'string', contentMediaType: 'application/octet-stream' }

const DESCRIPTION =
  'Requests with `_fields` get only these members; with `_embed`, related resources come along; `OPTIONS` on a path lists its arguments.'

const DESCRIPTIONS: Readonly<Record<number, string>> = {
  200: 'Success.',
  201: 'The resource was created.',
  202: 'The request was accepted.',
  207: 'The responses to the requests of the batch.',
}

function schemaOf({ responseSchema, schema }: Route, { responds }: Endpoint): Schema | undefined {
  const own = responds?.schema
  if (own !== undefined) return typeof own === 'function' ? own() : own
  return (responseSchema ?? schema)?.()
}

/** The body of a successful response. */
function bodySchema(
  { responds, args }: Endpoint,
  resource: ResourceSchemas | undefined,
  emptyObjects: EmptyObjects | undefined,
): JsonSchema {
  if (resource === undefined) return {}
  const item = resource.in(contextsOf(responds?.context, args))
  if (responds === undefined) return { anyOf: [item, { type: 'array', items: item }] }
  if (responds.shape === 'list') return { type: 'array', items: item }
  if (responds.shape === 'map') return mapOf(item, emptyObjects)
  if (responds.deletes === undefined) return item
  const deleted: JsonSchema = {
    type: 'object',
    required: ['deleted', 'previous'],
    properties: { deleted: { const: true }, previous: item },
  }
  return responds.deletes === true ? deleted : { anyOf: [deleted, item] }
}

const mapOf = (item: JsonSchema, emptyObjects: EmptyObjects | undefined): JsonSchema =>
  emptyObjects === 'list'
    ? { type: ['object', 'array'], additionalProperties: item, maxItems: 0 }
    : { type: 'object', additionalProperties: item }

/** The contexts of the resources in a response: that of the definition, those of the argument, or all. */
function contextsOf(context: Context | undefined, args: Endpoint['args']): readonly Context[] {
  if (context !== undefined) return [context]
  const allowed = args.find(({ name }) => name === 'context')?.schema.enum
  return allowed === undefined ? CONTEXTS : CONTEXTS.filter(each => allowed.includes(each))
}

function commonParameters({ responds, state }: Endpoint, method: OperationMethod): readonly Reference[] {
  const isJson = responds?.mediaType === undefined
  const used = [
    ...(isJson ? ['_fields', '_embed', '_envelope'] : []),
    ...(method === 'get' ? ['IfNoneMatch'] : []),
    ...(method !== 'get' && state !== undefined ? ['IfMatch', 'IfUnmodifiedSince'] : []),
  ]
  return used.map(name => ({ $ref: `#/components/parameters/${name}` }))
}

const isForUsers = ({ requiresLogin, body }: Endpoint): boolean => requiresLogin || body.signedIn === true

/** The family of a route: the first segment below its namespace, or the namespace. */
function tagOf({ namespace }: Route, { template }: PathTemplate): string {
  const [first = ''] = template.slice(namespace === '' ? 1 : namespace.length + 2).split('/')
  if (namespace === '' || first === '' || first.startsWith('{')) return namespace === '' ? 'index' : namespace
  return namespace.endsWith('/v2') ? first : namespace.replace(/\/v?[\d.]+$/, '')
}
