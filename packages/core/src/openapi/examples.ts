import type { Registry } from '../registry/registry.js'
import type { Endpoint } from '../registry/route.js'
import type { OpenApiDocument, OperationObject, ResponseObject } from './document.js'

/** Sends a GET request to the registry that a document describes; `path` is relative to the root of the interface. */
export type GetExample = (
  path: string,
  query: Readonly<Record<string, string>>,
) => Promise<{ readonly status: number; readonly body: unknown }>

/** Examples are for reading: a longer one, in characters of JSON, is left out. */
const MAX_LENGTH = 20_000

/**
 * Adds examples to the document of a registry: what its GET routes respond with. Paths with parameters are those that
 * responses link to. Lists are shown with one item. Routes that cannot be called without further arguments, or that refuse
 * the caller, have no example. Requests are sent one after the other, at most a few for each route.
 */
export async function withExamples(
  registry: Pick<Registry, 'baseUrl' | 'dispatchContext'>,
  document: OpenApiDocument,
  get: GetExample,
): Promise<OpenApiDocument> {
  const { router } = registry.dispatchContext
  const examples = new Map<string, unknown>()
  const paths = new Set(Object.keys(document.paths).filter(path => !path.includes('{')))
  // A set yields what is added while it is iterated over.
  for (const path of paths) {
    const match = router.match(path, 'GET')
    const endpoint = match?.route.endpoints.find(({ methods }) => methods.includes('GET'))
    if (match === undefined || endpoint === undefined || examples.has(match.route.path.pattern)) continue
    if (!hasExample(endpoint, match.params)) continue
    const { status, body } = await get(path, takes(endpoint, 'per_page') ? { per_page: '1' } : {})
    if (status !== 200) continue
    const example = Array.isArray(body) ? body.slice(0, 1) : body
    if (!isFilled(example)) continue
    for (const link of linksOf(example)) {
      const linked = pathBelow(registry.baseUrl, link)
      if (linked !== undefined && !examples.has(router.match(linked, 'GET')?.route.path.pattern ?? ''))
        paths.add(linked)
    }
    examples.set(match.route.path.pattern, example)
  }
  return {
    ...document,
    paths: Object.fromEntries(
      Object.entries(document.paths).map(([path, item]) => {
        const example = examples.get(item['x-route'])
        if (item.get === undefined || example === undefined || JSON.stringify(example).length > MAX_LENGTH)
          return [path, item]
        return [path, { ...item, get: withExample(item.get, example) }]
      }),
    ),
  }
}

function hasExample({ responds, args }: Endpoint, params: Readonly<Record<string, string>>): boolean {
  if (responds?.example === false || responds?.mediaType !== undefined) return false
  return args.every(({ name, schema }) => schema.required !== true || params[name] !== undefined)
}

const takes = ({ args }: Endpoint, name: string): boolean => args.some(arg => arg.name === name)

const isFilled = (body: unknown): body is object =>
  typeof body === 'object' && body !== null && Object.keys(body).length > 0

/** The URLs that a resource links to, or the resources in a list or an object. */
function linksOf(body: object): readonly string[] {
  return [body, ...Object.values(body)].flatMap(resource => {
    const relations: unknown = isFilled(resource) && '_links' in resource ? resource._links : undefined
    return isFilled(relations) ? Object.values(relations).flatMap(hrefsOf) : []
  })
}

const hrefsOf = (links: unknown): readonly string[] =>
  Array.isArray(links)
    ? links.flatMap(link => (isFilled(link) && 'href' in link && typeof link.href === 'string' ? [link.href] : []))
    : []

/** The path of a URL of the interface, without the query; `undefined` for other URLs and for templates. */
function pathBelow(baseUrl: string, url: string): string | undefined {
  if (!url.startsWith(`${baseUrl}/`) || url.includes('{')) return undefined
  return url.slice(baseUrl.length).split('?')[0]
}

function withExample(operation: OperationObject, example: unknown): OperationObject {
  const { 200: success } = operation.responses
  if (!isResponse(success)) return operation
  const content = Object.entries(success.content ?? {}).map(([type, media]) => [type, { ...media, example }] as const)
  return {
    ...operation,
    responses: { ...operation.responses, 200: { ...success, content: Object.fromEntries(content) } },
  }
}

const isResponse = (response: OperationObject['responses'][string] | undefined): response is ResponseObject =>
  response !== undefined && 'description' in response
