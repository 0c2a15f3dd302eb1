import type { Context } from '../resource/field.js'
import type { Schema } from '../schema/schema.js'
import { LINKED_MEMBERS } from './common-parts.js'
import { type NamedParts, type SchemaTranslator, typeName } from './components.js'
import type { JsonSchema, Reference } from './document.js'

const CONTEXTS: readonly Context[] = ['view', 'edit', 'embed']

/** The components of a resource. */
export interface ResourceSchemas {
  /** The name of the resource, such as `PostRevision`. */
  readonly name: string
  /** The resource as one context shows it, or as one of some contexts. */
  in(contexts: readonly Context[]): Reference
}

/** Creates the components of resources; the same schema always has the same ones. */
export function createResourceSchemas(
  schemas: NamedParts<JsonSchema>,
  translator: SchemaTranslator,
  prefix: string,
): (schema: Schema, path: string) => ResourceSchemas {
  const known = new Map<Schema, ResourceSchemas>()
  return (schema, path) => {
    const existing = known.get(schema)
    if (existing !== undefined) return existing
    const created = resourceSchemas(schema, namesOf(schema, path, prefix))
    known.set(schema, created)
    return created
  }

  function resourceSchemas(schema: Schema, names: readonly string[]): ResourceSchemas {
    const usesContexts = CONTEXTS.filter(context => usesContext(schema, context))
    const [title = ''] = names
    const view = (context: Context | undefined): JsonSchema => linked(translator.response(schema, title, context))
    const views = new Map(usesContexts.map(context => [context, view(context)] as const))
    const [only = view(undefined), ...others] = views.values()
    if (others.every(other => schemas.areEqual(only, other))) {
      const single = schemas.define(names, only)
      return { name: lastName(single), in: () => single }
    }
    // All views have the same name.
    const isFree = (base: string) =>
      [...views].every(([context, each]) => schemas.accepts(base + typeName(context), each))
    const name = names.find(isFree) ?? title
    const references = new Map(
      [...views].map(([context, each]) => [context, schemas.define([name + typeName(context)], each)] as const),
    )
    return {
      name,
      in(contexts) {
        const shown = contexts.flatMap(context => references.get(context) ?? [])
        const [only, ...others] = shown.length > 0 ? shown : [...references.values()]
        if (only !== undefined && others.length === 0) return only
        return schemas.define([shown.length === references.size ? name : `${name}${shown.map(part).join('')}`], {
          anyOf: shown.length > 0 ? shown : [...references.values()],
        })
        function part(each: Reference): string {
          return lastName(each).slice(name.length)
        }
      },
    }
  }
}

const lastName = ({ $ref }: Reference): string => $ref.slice($ref.lastIndexOf('/') + 1)

/** Whether some property has contexts, and one of them is this one. */
const usesContext = ({ properties = {} }: Schema, context: Context): boolean =>
  Object.values(properties).some(each => Array.isArray(each.context) && each.context.includes(context))

/** A resource with its links, and what `_embed` adds. */
const linked = (schema: JsonSchema): JsonSchema =>
  schema.properties === undefined || schema.additionalProperties === false
    ? schema
    : { ...schema, properties: { ...schema.properties, ...LINKED_MEMBERS } }

/** The names of a resource: from its title, and for another resource of the same title with the end of the path. */
function namesOf({ title }: Schema, path: string, prefix: string): readonly string[] {
  const words = path.split('/').filter(word => word !== '' && !word.startsWith('{'))
  const last = typeName((words.at(-1) ?? 'root').replace(/s$/, ''))
  const base =
    title === undefined || !/^\w/.test(title) ? typeName(words.slice(-2).join('_')) : typeName(plain(title, prefix))
  return [base, `${base.replace(/Revision$/, '')}${last}`, `${base}${typeName(words.join('_'))}`]
}

/** A title without the prefix of the interface. */
const plain = (title: string, prefix: string): string =>
  title.startsWith(`${prefix}_`) || title.startsWith(`${prefix}-`) ? title.slice(prefix.length + 1) : title
