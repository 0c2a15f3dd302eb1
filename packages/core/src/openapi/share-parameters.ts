import type { OpenApiDocument, OperationObject, ParameterObject, PathItemObject, Reference } from './document.js'

/** How many operations have a parameter before it becomes a component. */
const SHARED_BY = 3

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const

const isReference = (parameter: ParameterObject | Reference): parameter is Reference => '$ref' in parameter

/** Moves the parameters that several operations have to the components: for each name, the most frequent one. */
export function shareParameters(document: OpenApiDocument, taken: readonly string[]): OpenApiDocument {
  const uses = new Map<string, { readonly parameter: ParameterObject; count: number }>()
  const texts = new Map<ParameterObject, string>()
  for (const parameter of parametersOf(document)) {
    const text = JSON.stringify(parameter)
    texts.set(parameter, text)
    const use = uses.get(text)
    if (use === undefined) uses.set(text, { parameter, count: 1 })
    else use.count++
  }
  const shared = new Map<string, { readonly text: string; readonly count: number }>()
  for (const [text, { parameter, count }] of uses) {
    const name = componentName(parameter)
    if (count >= SHARED_BY && count > (shared.get(name)?.count ?? 0) && !taken.includes(name))
      shared.set(name, { text, count })
  }
  const names = new Map([...shared].map(([name, { text }]) => [text, name]))
  const refer = (parameter: ParameterObject | Reference): ParameterObject | Reference => {
    if (isReference(parameter)) return parameter
    const name = names.get(texts.get(parameter) ?? '')
    return name === undefined ? parameter : { $ref: `#/components/parameters/${name}` }
  }
  const components = [...names].flatMap(([text, name]) => {
    const use = uses.get(text)
    return use === undefined ? [] : [[name, use.parameter] as const]
  })
  return {
    ...document,
    paths: mapValues(document.paths, item => withOperations(item, refer)),
    components: {
      ...document.components,
      parameters: { ...document.components.parameters, ...Object.fromEntries(components) },
    },
  }
}

const componentName = ({ in: place, name }: ParameterObject): string =>
  place === 'path' ? `path.${name}` : name.replaceAll(/[^\w.-]/g, '_')

function* parametersOf({ paths }: OpenApiDocument): Generator<ParameterObject> {
  for (const item of Object.values(paths))
    for (const method of METHODS)
      for (const parameter of item[method]?.parameters ?? []) if (!isReference(parameter)) yield parameter
}

function withOperations(
  item: PathItemObject,
  refer: (parameter: ParameterObject | Reference) => ParameterObject | Reference,
): PathItemObject {
  const changed = METHODS.flatMap(method => {
    const operation = item[method]
    return operation?.parameters === undefined ? [] : [[method, withParameters(operation, refer)] as const]
  })
  return { ...item, ...Object.fromEntries(changed) }
}

const withParameters = (
  operation: OperationObject,
  refer: (parameter: ParameterObject | Reference) => ParameterObject | Reference,
): OperationObject => ({ ...operation, parameters: (operation.parameters ?? []).map(refer) })

const mapValues = <T>(values: Readonly<Record<string, T>>, change: (value: T) => T): Readonly<Record<string, T>> =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value)]))
