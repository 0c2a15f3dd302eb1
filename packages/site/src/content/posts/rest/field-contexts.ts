import type { Context } from '@platen/core'
import type { PostField, PostFields } from './post-fields.js'

/** The contexts of a field, and of properties of its value; a property without contexts is omitted. */
interface FieldContexts {
  readonly contexts?: readonly Context[]
  readonly properties?: Readonly<Record<string, readonly Context[]>>
}

function shownIn(field: PostField, { contexts = field.contexts, properties = {} }: FieldContexts): PostField {
  const { schema, get } = field
  const isKept = ([name]: readonly [string, unknown]) => properties[name]?.length !== 0
  const inContexts = Object.entries(schema.properties ?? {})
    .filter(isKept)
    .map(([name, each]) => [name, { ...each, context: properties[name] ?? each.context ?? [] }] as const)
  return {
    ...field,
    contexts,
    schema: { ...schema, ...(schema.properties && { properties: Object.fromEntries(inContexts) }) },
    get: typeof get === 'object' ? Object.fromEntries(Object.entries(get).filter(isKept)) : get,
  }
}

/** Fields of posts, with different contexts for some of them. */
export const withContexts = (fields: PostFields, changed: Readonly<Record<string, FieldContexts>>): PostFields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const contexts = changed[name]
      return [name, contexts === undefined ? field : shownIn(field, contexts)]
    }),
  )
