import type { Endpoint } from '../registry/route.js'
import { typeName } from './components.js'
import type { OperationMethod } from './document.js'

/** What the name of an operation consists of. */
export interface NamedOperation {
  readonly method: OperationMethod
  readonly endpoint: Endpoint
  readonly template: string
  readonly namespace: string
  /** The name of the resource, if there is one. */
  readonly resource: string | undefined
}

/** Names operations: `listPosts`, `createPost`, or by their whole path if another operation has that name. */
export function createOperationNames(mainNamespace: string, prefix: string): (operation: NamedOperation) => string {
  const taken = new Set<string>()
  return operation => {
    const names = [shortName(operation), longName(operation, false), longName(operation, true)]
    let name = names.find(each => each !== undefined && !taken.has(each))
    for (let number = 2; name === undefined; number++) {
      const numbered = `${longName(operation, true)}${number}`
      if (!taken.has(numbered)) name = numbered
    }
    taken.add(name)
    return name
  }

  function longName({ method, namespace, template, endpoint }: NamedOperation, withParameters: boolean): string {
    const below = namespace === '' ? template : template.slice(namespace.length + 1)
    const own = namespace === mainNamespace ? '' : plainNamespace(namespace, prefix)
    const words = below.split('/').filter(word => withParameters || !word.startsWith('{'))
    const path = words.map(word => typeName(word.startsWith('{') ? `by-${word}` : word)).join('')
    const isIndex = below === '' || below === '/'
    return verbOf(method, endpoint) + typeName(own) + path + (isIndex ? (namespace === '' ? 'Index' : 'Namespace') : '')
  }
}

/** A namespace without its version and the prefix of the interface. */
function plainNamespace(namespace: string, prefix: string): string {
  const name = namespace.replace(/\/v?[\d.]+$/, '')
  return name.startsWith(`/${prefix}-`) ? name.slice(prefix.length + 2) : name
}

function verbOf(method: OperationMethod, { responds }: Endpoint): string {
  if (method !== 'get') return responds?.status === 201 ? 'create' : method === 'post' ? 'update' : method
  return responds === undefined || responds.shape === 'item' ? 'get' : 'list'
}

/** The name by the resource: for lists, creations, and paths that end with a parameter. */
function shortName({ method, endpoint, template, resource }: NamedOperation): string | undefined {
  if (resource === undefined || endpoint.responds === undefined) return undefined
  const verb = verbOf(method, endpoint)
  if (verb === 'list') return verb + plural(resource)
  return verb === 'create' || template.endsWith('}') ? verb + resource : undefined
}

const plural = (name: string): string =>
  /[^aeiou]y$/.test(name) ? `${name.slice(0, -1)}ies` : /(?:s|x|ch|sh)$/.test(name) ? `${name}es` : `${name}s`
