import { createSchemaComparison, type Direction } from './compare-schemas.js'
import type {
  ContentObject,
  JsonSchema,
  OpenApiDocument,
  OperationMethod,
  OperationObject,
  ParameterObject,
  PathItemObject,
  Reference,
  RequestBodyObject,
  ResponseObject,
  SecuritySchemeObject,
} from './document.js'
import { createFindings, type OpenApiChange } from './findings.js'

/** The differences between two documents. */
export interface OpenApiChanges {
  /** What clients of the first one may fail at. */
  readonly breaking: readonly OpenApiChange[]
  readonly added: readonly OpenApiChange[]
}

const METHODS: readonly OperationMethod[] = ['get', 'post', 'put', 'patch', 'delete']

/**
 * Compares the document of an interface with an earlier one. It breaks clients if a route, a method, a parameter, an
 * argument, a response field, a status of success or a way to sign in is gone, an argument becomes required, accepts fewer
 * values or has another default, a field may have other types or another format or be missing, or a caller must sign in.
 * Names of path parameters do not matter.
 */
export function compareOpenApi(before: OpenApiDocument, after: OpenApiDocument): OpenApiChanges {
  const found = createFindings()
  const { breaks, adds } = found
  const comparison = createSchemaComparison(before, after)
  const compareSchemas = (one: JsonSchema, other: JsonSchema, direction: Direction, at: string) =>
    found.include(comparison(one, other, direction, at))
  const schemes = new Map(Object.entries(after.components.securitySchemes))
  for (const [name, scheme] of Object.entries(before.components.securitySchemes)) {
    const same = schemes.get(name)
    if (same === undefined) breaks(`securitySchemes.${name}`, 'is gone')
    else if (textOf(same) !== textOf(scheme)) breaks(`securitySchemes.${name}`, 'has changed')
  }
  const current = byTemplate(after)
  const old = byTemplate(before)
  for (const [key, { path, item }] of old) {
    const same = current.get(key)
    if (same === undefined) breaks(path, 'the route is gone')
    else compareMethods(path, item, same.item)
  }
  for (const [key, { path }] of current) if (!old.has(key)) adds(path, 'is a new route')
  return { breaking: found.breaking, added: found.added }

  function compareMethods(path: string, from: PathItemObject, to: PathItemObject): void {
    for (const method of METHODS) {
      const [one, other] = [from[method], to[method]]
      const at = `${method.toUpperCase()} ${path}`
      if (one !== undefined && other === undefined) breaks(at, 'the method is gone')
      else if (one === undefined && other !== undefined) adds(at, 'is a new method')
      else if (one !== undefined && other !== undefined) compareOperations(at, one, other)
    }
  }

  function compareOperations(at: string, from: OperationObject, to: OperationObject): void {
    compareParameters(at, parametersOf(from, before), parametersOf(to, after))
    const [oneBody, otherBody] = [bodyOf(from, before), bodyOf(to, after)]
    if (oneBody !== undefined && otherBody === undefined) breaks(at, 'the body is gone')
    else if (otherBody?.required === true && oneBody?.required !== true) breaks(at, 'the body is required')
    if (oneBody !== undefined && otherBody !== undefined)
      compareContents(`${at} body`, oneBody.content, otherBody.content, 'request')
    for (const [status, one] of Object.entries(from.responses)) {
      const other = to.responses[status]
      // A request that succeeds instead of failing breaks nothing.
      if (other === undefined) {
        if (status.startsWith('2')) breaks(at, `the status ${status} is gone`)
      } else {
        const [old, fresh] = [responseOf(one, before), responseOf(other, after)]
        compareContents(`${at} ${status}`, old?.content ?? {}, fresh?.content ?? {}, 'response')
        for (const header of Object.keys(old?.headers ?? {}))
          if (fresh?.headers?.[header] === undefined) breaks(`${at} ${status}`, `the header ${header} is gone`)
      }
    }
    for (const status of Object.keys(to.responses))
      if (from.responses[status] === undefined) adds(at, `has the new status ${status}`)
    if (isOpen(to)) return
    if (isOpen(from)) breaks(at, 'the caller must sign in')
    else
      for (const ways of from.security.map(Object.keys)) {
        const isPossible = to.security.some(each => Object.keys(each).every(name => ways.includes(name)))
        if (!isPossible && ways.every(name => schemes.has(name)))
          breaks(at, `callers cannot sign in by ${ways.join(' and ')} any more`)
      }
  }

  function compareParameters(
    at: string,
    from: ReadonlyMap<string, ParameterObject>,
    to: ReadonlyMap<string, ParameterObject>,
  ): void {
    for (const [key, one] of from) {
      const other = to.get(key)
      if (other === undefined) breaks(at, `the parameter ${one.name} is gone`)
      else {
        if (other.required === true && one.required !== true) breaks(at, `the parameter ${one.name} is required`)
        compareSchemas(one.schema, other.schema, 'request', `${at} ${one.name}`)
      }
    }
    for (const [key, other] of to) {
      if (from.has(key)) continue
      if (other.required === true) breaks(at, `the parameter ${other.name} is required`)
      else adds(at, `has the new parameter ${other.name}`)
    }
  }

  function compareContents(at: string, from: ContentObject, to: ContentObject, direction: Direction): void {
    for (const [mediaType, one] of Object.entries(from)) {
      const other = to[mediaType]
      if (other === undefined) breaks(at, `${mediaType} is gone`)
      else compareSchemas(one.schema, other.schema, direction, at)
    }
    for (const mediaType of Object.keys(to)) if (from[mediaType] === undefined) adds(at, `has ${mediaType}`)
  }
}

/** The paths by what they are without the names of their parameters. */
const byTemplate = ({ paths }: OpenApiDocument) =>
  new Map(Object.entries(paths).map(([path, item]) => [path.replaceAll(/\{\w+\}/g, '{}'), { path, item }] as const))

/** A security scheme without its description. */
const textOf = ({ description: _, ...scheme }: SecuritySchemeObject): string => JSON.stringify(scheme)

const isReference = (part: object): part is Reference => '$ref' in part

const nameOf = ({ $ref }: Reference): string => $ref.slice($ref.lastIndexOf('/') + 1)

/** The parameters of an operation by place and name; those of the path by their position. */
function parametersOf(
  { parameters = [] }: OperationObject,
  { components }: OpenApiDocument,
): ReadonlyMap<string, ParameterObject> {
  const all = new Map<string, ParameterObject>()
  let inPath = 0
  for (const each of parameters) {
    const parameter = isReference(each) ? components.parameters[nameOf(each)] : each
    if (parameter !== undefined)
      all.set(parameter.in === 'path' ? `path ${inPath++}` : `${parameter.in} ${parameter.name}`, parameter)
  }
  return all
}

function bodyOf(
  { requestBody: body }: OperationObject,
  { components }: OpenApiDocument,
): RequestBodyObject | undefined {
  return body === undefined || !isReference(body) ? body : components.requestBodies[nameOf(body)]
}

const responseOf = (
  response: ResponseObject | Reference,
  { components }: OpenApiDocument,
): ResponseObject | undefined => (isReference(response) ? components.responses[nameOf(response)] : response)

/** Whether anonymous callers may call it. */
const isOpen = ({ security }: OperationObject): boolean =>
  security.length === 0 || security.some(each => Object.keys(each).length === 0)
