import type { EmptyObjects } from '../empty-objects.js'
import { once } from '../once.js'
import type { Context } from '../resource/field.js'
import { isMap } from '../schema/keyword-value.js'
import type { Schema } from '../schema/schema.js'
import { schemaResolver } from '../schema/schema-resolver.js'
import type { JsonSchema, Reference } from './document.js'
import { type Translation, translateSchema } from './translate-schema.js'

/** The named parts of one kind; equal ones are stored once. */
export interface NamedParts<T> {
  /**
   * Returns the reference to a part under the first of the names that no other part has, or that has an equal part; after
   * these, under the last one with a number.
   */
  define(names: readonly string[], part: T): Reference
  /** Whether a part can have a name. */
  accepts(name: string, part: T): boolean
  areEqual(one: T, other: T): boolean
  /** Returns the reference to a part that is created by `create`, which may use the reference itself. */
  reserve(name: string, create: (reference: Reference) => T): Reference
  readonly all: ReadonlyMap<string, T>
}

export function createNamedParts<T extends object>(kind: string): NamedParts<T> {
  const all = new Map<string, T>()
  const texts = new Map<string, string>()
  const written = new WeakMap<object, string>()
  const textOf = (part: T): string => {
    const text = written.get(part) ?? JSON.stringify(part)
    written.set(part, text)
    return text
  }
  const isFree = (name: string, text: string) => (texts.get(name) ?? text) === text
  const nameFor = (names: readonly string[], text: string): string => {
    let name = names.find(each => isFree(each, text))
    for (let number = 2; name === undefined; number++) {
      const numbered = `${names.at(-1)}${number}`
      if (isFree(numbered, text)) name = numbered
    }
    texts.set(name, text)
    return name
  }
  const referenceTo = (name: string) => ({ $ref: `#/components/${kind}/${name}` })
  return {
    all,
    define(names, part) {
      const name = nameFor(names, textOf(part))
      all.set(name, part)
      return referenceTo(name)
    },
    accepts: (name, part) => isFree(name, textOf(part)),
    areEqual: (one, other) => textOf(one) === textOf(other),
    reserve(wanted, create) {
      const name = nameFor([wanted], `reserved ${texts.size}`)
      all.set(name, create(referenceTo(name)))
      return referenceTo(name)
    },
  }
}

/** Translates schemas; the targets of their references become components. */
export interface SchemaTranslator {
  /** The values of an argument, or of a body of arguments. */
  request(root: Schema, name: string): JsonSchema
  /** The values of responses, as a context shows them. */
  response(root: Schema, name: string, context?: Context): JsonSchema
}

export function createTranslator(
  schemas: NamedParts<JsonSchema>,
  emptyObjects: EmptyObjects | undefined,
): SchemaTranslator {
  const translate = (root: Schema, name: string, how: Omit<Translation, 'refer'>): JsonSchema => {
    const translated = new Map<unknown, string>()
    const resolver = once(() => schemaResolver(root))
    const translation: Translation = {
      ...how,
      refer(reference) {
        const target = resolver().find(reference, '#').schema
        const existing = translated.get(target)
        if (existing !== undefined) return existing
        const last = decodeURIComponent(reference.split('/').at(-1) ?? '')
        return schemas.reserve(`${name.replaceAll(/[^\w.-]/g, '_')}${typeName(last)}`, ({ $ref }) => {
          translated.set(target, $ref)
          return isMap(target) ? translateSchema(target, translation) : {}
        }).$ref
      },
    }
    return translateSchema(root, translation)
  }
  // Many endpoints have the same arguments.
  const requests = new Map<Schema, JsonSchema>()
  return {
    request(root, name) {
      const translated = requests.get(root) ?? translate(root, name, { use: 'request' })
      requests.set(root, translated)
      return translated
    },
    response: (root, name, context) => translate(root, name, { use: 'response', context, emptyObjects }),
  }
}

/** A title or a name as the name of a type: `nav_menu_item` is `NavMenuItem`. */
export const typeName = (text: string): string =>
  text
    .split(/[^A-Za-z0-9]+/)
    .map(word => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
