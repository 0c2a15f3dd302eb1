import type { JsonSchema, OpenApiDocument } from './document.js'

/** Whether values are sent by clients or to them: what breaks is the opposite. */
export type Direction = 'request' | 'response'

/** Receives differences: where, and what it is about. */
export interface Differences {
  breaks(at: string, message: string): void
  adds(at: string, message: string): void
}

/** Compares the schemas of two documents; each pair of components only once for each direction. */
export function createSchemaComparison(before: OpenApiDocument, after: OpenApiDocument, { breaks, adds }: Differences) {
  const compared = new Set<string>()

  return compare

  function compare(one: JsonSchema, other: JsonSchema, direction: Direction, at: string): void {
    const names = `${direction} ${one.$ref ?? ''} ${other.$ref ?? ''}`
    const place = one.$ref === undefined ? at : nameOf(one.$ref)
    if (one.$ref !== undefined || other.$ref !== undefined) {
      if (compared.has(names)) return
      compared.add(names)
    }
    const old = resolved(one, before)
    const current = resolved(other, after)
    const olds = variantsOf(old)
    const currents = variantsOf(current)
    if (olds.length > 1 || currents.length > 1) {
      compareVariants(olds, currents, direction, place)
      return
    }
    compareTypes(old, current, direction, place)
    compareValues(old, current, direction, place)
    if (direction === 'request') compareLimits(old, current, place)
    compareMembers(old, current, direction, place)
    if (isSchema(old.items) && isSchema(current.items)) compare(old.items, current.items, direction, `${place}[]`)
    if (isSchema(old.additionalProperties) && isSchema(current.additionalProperties))
      compare(old.additionalProperties, current.additionalProperties, direction, `${place}.*`)
  }

  /** Alternatives are compared with those of the same component, or at the same position. */
  function compareVariants(
    olds: readonly JsonSchema[],
    currents: readonly JsonSchema[],
    direction: Direction,
    at: string,
  ): void {
    for (const [index, old] of olds.entries()) {
      const same = currents.find(each => each.$ref !== undefined && each.$ref === old.$ref)
      const current = same ?? (old.$ref === undefined || currents.length === 1 ? currents[index] : undefined)
      if (current !== undefined) compare(old, current, direction, at)
      else if (direction === 'request') breaks(at, `${labelOf(old)} is not accepted any more`)
    }
    const fresh = currents.filter((each, index) => !olds.some(old => old.$ref === each.$ref) && index >= olds.length)
    for (const each of fresh) {
      if (direction === 'response') breaks(at, `may now be ${labelOf(each)}`)
      else adds(at, `accepts ${labelOf(each)}`)
    }
  }

  function compareTypes(old: JsonSchema, current: JsonSchema, direction: Direction, at: string): void {
    const [from, to] = [typesOf(old), typesOf(current)]
    const gone = from === undefined ? (to === undefined ? [] : ['any type']) : from.filter(type => !accepts(to, type))
    const fresh = to === undefined ? (from === undefined ? [] : ['any type']) : to.filter(type => !accepts(from, type))
    if (direction === 'request') {
      if (gone.length > 0) breaks(at, `${gone.join(', ')} is not accepted any more`)
      if (fresh.length > 0) adds(at, `accepts ${fresh.join(', ')}`)
    } else if (fresh.length > 0) breaks(at, `may now be ${fresh.join(', ')}`)
  }

  function compareValues(old: JsonSchema, current: JsonSchema, direction: Direction, at: string): void {
    const { enum: from } = old
    const { enum: to } = current
    const gone = from?.filter(value => to !== undefined && !includes(to, value)) ?? (to === undefined ? [] : ['others'])
    const fresh = to?.filter(value => from !== undefined && !includes(from, value)) ?? []
    if (direction === 'request' && gone.length > 0) breaks(at, `does not accept ${gone.map(text).join(', ')} any more`)
    if (fresh.length > 0) adds(at, `has the new value ${fresh.map(text).join(', ')}`)
  }

  function compareLimits(old: JsonSchema, current: JsonSchema, at: string): void {
    for (const keyword of ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'])
      if (numberIn(current, keyword, -Infinity) > numberIn(old, keyword, -Infinity))
        breaks(at, `${keyword} is now ${current[keyword]}`)
    for (const keyword of ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'])
      if (numberIn(current, keyword, Infinity) < numberIn(old, keyword, Infinity))
        breaks(at, `${keyword} is now ${current[keyword]}`)
    for (const keyword of ['pattern', 'format'])
      if (current[keyword] !== undefined && current[keyword] !== old[keyword])
        breaks(at, `${keyword} is now ${current[keyword]}`)
  }

  function compareMembers(old: JsonSchema, current: JsonSchema, direction: Direction, at: string): void {
    const { properties: from = {}, required: needed = [] } = old
    const { properties: to = {}, required: needs = [] } = current
    for (const [name, property] of Object.entries(from)) {
      const same = to[name]
      const place = `${at}.${name}`
      if (same === undefined) breaks(place, direction === 'request' ? 'the argument is gone' : 'the field is gone')
      else compare(property, same, direction, place)
      if (same !== undefined && direction === 'response' && needed.includes(name) && !needs.includes(name))
        breaks(place, 'some responses omit it')
    }
    for (const name of Object.keys(to)) {
      const isNew = from[name] === undefined
      if (direction === 'request' && needs.includes(name) && !needed.includes(name))
        breaks(`${at}.${name}`, 'the argument is required')
      else if (isNew) adds(`${at}.${name}`, direction === 'request' ? 'is a new argument' : 'is a new field')
    }
  }
}

function resolved(schema: JsonSchema, { components }: OpenApiDocument): JsonSchema {
  let current = schema
  for (let depth = 0; current.$ref !== undefined && depth < 8; depth++)
    current = components.schemas[nameOf(current.$ref)] ?? {}
  return current
}

const nameOf = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1)

const variantsOf = (schema: JsonSchema): readonly JsonSchema[] => schema.anyOf ?? schema.oneOf ?? [schema]

const isSchema = (value: unknown): value is JsonSchema => value !== null && typeof value === 'object'

const typesOf = ({ type }: JsonSchema): readonly string[] | undefined =>
  type === undefined ? undefined : [type].flat()

const accepts = (types: readonly string[] | undefined, type: string): boolean =>
  types === undefined || types.includes(type) || (type === 'integer' && types.includes('number'))

const text = (value: unknown): string => JSON.stringify(value) ?? ''

const includes = (values: readonly unknown[], value: unknown): boolean =>
  values.some(each => text(each) === text(value))

const numberIn = (schema: JsonSchema, keyword: string, otherwise: number): number => {
  const value = schema[keyword]
  return typeof value === 'number' ? value : otherwise
}

const labelOf = ({ $ref, type }: JsonSchema): string =>
  $ref === undefined ? [type ?? []].flat().join(' or ') || 'another value' : nameOf($ref)
