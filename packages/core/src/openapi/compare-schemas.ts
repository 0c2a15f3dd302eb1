import type { JsonSchema, OpenApiDocument } from './document.js'
import { createFindings, type Findings } from './findings.js'

/** Whether values are sent by clients or to them: what breaks is the opposite. */
export type Direction = 'request' | 'response'

/** Compares two schemas; `at` is their place. */
export type SchemaComparison = (one: JsonSchema, other: JsonSchema, direction: Direction, at: string) => Findings

/** The place in the interface whose schemas are compared, and what was found there. */
interface Place {
  readonly direction: Direction
  readonly at: string
  readonly found: Findings
}

const ANY: JsonSchema = {}

/** Compares the schemas of two documents; each pair of components only once for each direction. */
export function createSchemaComparison(before: OpenApiDocument, after: OpenApiDocument): SchemaComparison {
  const compared = new Map<string, Findings>()
  const open = new Set<string>()
  const ids = new WeakMap<JsonSchema, string>()
  // Always the same objects, by which cycles are noticed.
  const variantsOf = memoized(alternatives)
  let count = 0
  return compare

  /** The reference of a schema, or a name of its own. */
  function idOf(schema: JsonSchema): string {
    const id = schema.$ref ?? ids.get(schema) ?? `${++count}`
    ids.set(schema, id)
    return id
  }

  function compare(one: JsonSchema, other: JsonSchema, direction: Direction, at: string): Findings {
    const pair = `${direction} ${idOf(one)} ${idOf(other)}`
    const place = one.$ref === undefined ? at : nameOf(one.$ref)
    const known = compared.get(`${pair} ${place}`)
    if (known !== undefined) return known
    // Within itself, a pair has no differences besides those that are found already.
    if (open.has(pair)) return createFindings()
    open.add(pair)
    const found = differences(resolved(one, before), resolved(other, after), direction, place)
    open.delete(pair)
    compared.set(`${pair} ${place}`, found)
    return found
  }

  function differences(old: JsonSchema, current: JsonSchema, direction: Direction, at: string): Findings {
    const found = createFindings()
    const place: Place = { direction, at, found }
    const isRequest = direction === 'request'
    if (isRequest) compareDefaults(old, current, place)
    const [from, to] = isRequest ? [old, current] : [current, old]
    if (!hasVariants(old) && !hasVariants(current)) compareKeywords(old, current, place)
    else {
      compareVariants(variantsOf(from), variantsOf(to), place)
      if (hasVariants(to)) compareKeywords(besideVariants(old), besideVariants(current), place)
    }
    return found
  }

  function compareKeywords(old: JsonSchema, current: JsonSchema, place: Place): void {
    const { direction, at, found } = place
    compareTypes(old, current, place)
    compareValues(old, current, place)
    if (direction === 'request') compareRules(old, current, place)
    else if (old.format !== undefined && current.format !== old.format)
      found.breaks(at, current.format === undefined ? 'has no format any more' : `format is now ${current.format}`)
    compareMembers(old, current, place)
    compareFurtherMembers(old, current, place)
    compareItems(old, current, place)
    const { allOf: parts = [] } = old
    const { allOf: currentParts = [] } = current
    for (let index = 0; index < Math.max(parts.length, currentParts.length); index++)
      found.include(compare(parts[index] ?? ANY, currentParts[index] ?? ANY, direction, at))
  }

  /**
   * Compares each needed alternative with the offered one that accepts it: those of requests with the current ones, those of
   * responses with the old ones. If none does, it is compared with one of the same component or type.
   */
  function compareVariants(
    needed: readonly JsonSchema[],
    offered: readonly JsonSchema[],
    { direction, at, found }: Place,
  ): void {
    const isRequest = direction === 'request'
    const used = new Set<JsonSchema>()
    for (const variant of needed) {
      const alike = offered.filter(each => isAlike(each, variant))
      let closest: Findings | undefined
      let best: { readonly variant: JsonSchema; readonly result: Findings } | undefined
      for (const each of new Set([...alike, ...offered])) {
        const result = isRequest ? compare(variant, each, direction, at) : compare(each, variant, direction, at)
        if (result.breaking.length > 0) {
          if (alike.includes(each)) closest ??= result
        } else if (best === undefined || result.added.length < best.result.added.length)
          best = { variant: each, result }
      }
      if (best !== undefined) {
        used.add(best.variant)
        found.include(best.result)
      } else if (closest !== undefined) found.include(closest)
      else
        found.breaks(at, isRequest ? `${labelOf(variant)} is not accepted any more` : `may now be ${labelOf(variant)}`)
    }
    if (isRequest)
      for (const each of offered)
        if (!used.has(each) && !needed.some(old => isAlike(old, each))) found.adds(at, `accepts ${labelOf(each)}`)
  }

  function compareMembers(old: JsonSchema, current: JsonSchema, { direction, at, found }: Place): void {
    const { properties: from = {}, required: needed = [] } = old
    const { properties: to = {}, required: needs = [] } = current
    for (const [name, property] of Object.entries(from)) {
      const same = own(to, name)
      const place = `${at}.${name}`
      if (same === undefined)
        found.breaks(place, direction === 'request' ? 'the argument is gone' : 'the field is gone')
      else found.include(compare(property, same, direction, place))
      if (same !== undefined && direction === 'response' && needed.includes(name) && !needs.includes(name))
        found.breaks(place, 'some responses omit it')
    }
    for (const name of new Set([...Object.keys(to), ...needs])) {
      if (direction === 'request' && needs.includes(name) && !needed.includes(name))
        found.breaks(`${at}.${name}`, 'the argument is required')
      else if (own(from, name) === undefined && own(to, name) !== undefined)
        found.adds(`${at}.${name}`, direction === 'request' ? 'is a new argument' : 'is a new field')
    }
  }

  /** Members without a name in the schema; `false` if there are none. */
  function compareFurtherMembers(
    { additionalProperties: from = true }: JsonSchema,
    { additionalProperties: to = true }: JsonSchema,
    { direction, at, found }: Place,
  ): void {
    if (from === false) return
    if (to !== false)
      found.include(from === to ? createFindings() : compare(asSchema(from), asSchema(to), direction, `${at}.*`))
    else if (direction === 'request') found.breaks(at, 'does not accept further members any more')
  }

  function compareItems(old: JsonSchema, current: JsonSchema, { direction, at, found }: Place): void {
    const { items: from, prefixItems: first = [] } = old
    const { items: to, prefixItems: currentFirst = [] } = current
    if (from === undefined && to === undefined && first.length + currentFirst.length === 0) return
    for (let index = 0; index < Math.max(first.length, currentFirst.length); index++) {
      const [one, other] = [first[index] ?? asSchema(from), currentFirst[index] ?? asSchema(to)]
      found.include(compare(one, other, direction, `${at}[${index}]`))
    }
    found.include(compare(asSchema(from), asSchema(to), direction, `${at}[]`))
  }
}

function compareTypes(old: JsonSchema, current: JsonSchema, { direction, at, found }: Place): void {
  const [from, to] = [typesOf(old), typesOf(current)]
  const gone = from === undefined ? (to === undefined ? [] : ['any type']) : from.filter(type => !accepts(to, type))
  const fresh = to === undefined ? (from === undefined ? [] : ['any type']) : to.filter(type => !accepts(from, type))
  if (direction === 'request') {
    if (gone.length > 0) found.breaks(at, `${gone.join(', ')} is not accepted any more`)
    if (fresh.length > 0) found.adds(at, `accepts ${fresh.join(', ')}`)
  } else if (fresh.length > 0) found.breaks(at, `may now be ${fresh.join(', ')}`)
}

/** New values are additions in both directions: clients have to expect values that they do not know. */
function compareValues(old: JsonSchema, current: JsonSchema, { direction, at, found }: Place): void {
  const [from, to] = [valuesOf(old), valuesOf(current)]
  if (to === undefined) {
    if (from !== undefined) found.adds(at, 'may have any value')
    return
  }
  const gone = from?.filter(value => !includes(to, value)).map(text) ?? ['others']
  const fresh = from === undefined ? [] : to.filter(value => !includes(from, value))
  if (direction === 'request' && gone.length > 0) found.breaks(at, `does not accept ${gone.join(', ')} any more`)
  if (fresh.length > 0) found.adds(at, `has the new value ${fresh.map(text).join(', ')}`)
}

function compareDefaults(old: JsonSchema, current: JsonSchema, { at, found }: Place): void {
  const [from, to] = [old['default'], current['default']]
  if (from !== undefined && to !== undefined && text(from) !== text(to))
    found.breaks(at, `the default is now ${text(to)}`)
}

/** Rules that refuse other values than before if they change. */
const RULES = ['pattern', 'format', 'not', 'patternProperties', 'dependentRequired', 'dependentSchemas'] as const

function compareRules(old: JsonSchema, current: JsonSchema, { at, found }: Place): void {
  const isNow = (keyword: string) => found.breaks(at, `${keyword} is now ${shown(current[keyword])}`)
  const lower = boundOf(current, 'minimum', 'exclusiveMinimum', 1)
  const upper = boundOf(current, 'maximum', 'exclusiveMaximum', -1)
  if (lower !== undefined && isNarrower(lower, boundOf(old, 'minimum', 'exclusiveMinimum', 1))) isNow(lower.keyword)
  if (upper !== undefined && isNarrower(upper, boundOf(old, 'maximum', 'exclusiveMaximum', -1))) isNow(upper.keyword)
  for (const keyword of ['minLength', 'minItems', 'minProperties'])
    if (numberIn(current, keyword, 0) > numberIn(old, keyword, 0)) isNow(keyword)
  for (const keyword of ['maxLength', 'maxItems', 'maxProperties'])
    if (numberIn(current, keyword, Infinity) < numberIn(old, keyword, Infinity)) isNow(keyword)
  const step = numberIn(current, 'multipleOf', 0)
  if (step > 0 && !Number.isInteger(numberIn(old, 'multipleOf', NaN) / step)) isNow('multipleOf')
  if (current['uniqueItems'] === true && old['uniqueItems'] !== true) isNow('uniqueItems')
  for (const keyword of RULES)
    if (current[keyword] !== undefined && text(current[keyword]) !== text(old[keyword])) isNow(keyword)
}

/** A limit of numbers, as a number that grows as the limit gets narrower. */
interface Bound {
  readonly keyword: string
  readonly value: number
  readonly isExclusive: boolean
}

/** The narrower one of two limits; `sign` is that of the direction in which a limit gets narrower. */
function boundOf(schema: JsonSchema, inclusive: string, exclusive: string, sign: 1 | -1): Bound | undefined {
  const isInteger = schema.type === 'integer'
  const bounds = [inclusive, exclusive].flatMap(keyword => {
    const limit = schema[keyword]
    if (typeof limit !== 'number') return []
    const value = limit * sign
    // No integer is between a limit that is excluded and the next one.
    if (keyword === exclusive && isInteger) return [{ keyword, value: Math.floor(value) + 1, isExclusive: false }]
    return [{ keyword, value: isInteger ? Math.ceil(value) : value, isExclusive: keyword === exclusive }]
  })
  return bounds.reduce<Bound | undefined>((most, each) => (isNarrower(each, most) ? each : most), undefined)
}

const isNarrower = (one: Bound, other: Bound | undefined): boolean =>
  other === undefined || one.value > other.value || (one.value === other.value && one.isExclusive && !other.isExclusive)

function resolved(schema: JsonSchema, { components }: OpenApiDocument): JsonSchema {
  let current = schema
  for (let depth = 0; current.$ref !== undefined && depth < 8; depth++)
    current = own(components.schemas, nameOf(current.$ref)) ?? ANY
  return current
}

const nameOf = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1)

const own = <T>(members: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(members, name) ? members[name] : undefined

const hasVariants = ({ anyOf, oneOf }: JsonSchema): boolean => anyOf !== undefined || oneOf !== undefined

const ANNOTATIONS = new Set(['title', 'description', 'default', 'deprecated', 'examples', '$comment'])

const besideVariants = ({ anyOf: _, oneOf: __, ...beside }: JsonSchema): JsonSchema => beside

/** The alternatives of a schema; those that are not components with the keywords beside them, and of one type. */
function alternatives(schema: JsonSchema): readonly JsonSchema[] {
  const { anyOf, oneOf } = schema
  const variants = anyOf ?? oneOf
  if (variants === undefined) return ofOneType(schema)
  const rules = Object.entries(besideVariants(schema)).filter(([keyword]) => !ANNOTATIONS.has(keyword))
  const beside: JsonSchema = {
    ...Object.fromEntries(rules),
    ...(anyOf !== undefined && oneOf !== undefined && { oneOf }),
  }
  const allowed = typesOf(beside)
  return variants.flatMap(variant => {
    if (variant.$ref !== undefined) return [variant]
    const types = commonTypes(typesOf(variant), allowed)
    const merged = { ...beside, ...variant }
    return types === undefined ? [merged] : types.map(type => ({ ...merged, type }))
  })
}

/** The types that both permit. */
const commonTypes = (some: readonly string[] | undefined, others: readonly string[] | undefined) =>
  some === undefined || others === undefined
    ? (some ?? others)
    : [
        ...some.filter(type => accepts(others, type)),
        ...others.filter(type => !some.includes(type) && accepts(some, type)),
      ]

const ofOneType = (schema: JsonSchema): readonly JsonSchema[] =>
  Array.isArray(schema.type) ? schema.type.map(type => ({ ...schema, type })) : [schema]

/** Whether alternatives are the same component, or of the same type. */
const isAlike = (one: JsonSchema, other: JsonSchema): boolean =>
  one.$ref === undefined && other.$ref === undefined ? one.type === other.type : one.$ref === other.$ref

const asSchema = (schema: boolean | JsonSchema | undefined): JsonSchema => (typeof schema === 'object' ? schema : ANY)

const typesOf = ({ type }: JsonSchema): readonly string[] | undefined =>
  type === undefined ? undefined : [type].flat()

const valuesOf = (schema: JsonSchema): readonly unknown[] | undefined =>
  'const' in schema ? [schema['const']] : schema.enum

const accepts = (types: readonly string[] | undefined, type: string): boolean =>
  types === undefined || types.includes(type) || (type === 'integer' && types.includes('number'))

const text = (value: unknown): string => JSON.stringify(value) ?? ''

const shown = (value: unknown): string => (typeof value === 'string' ? value : text(value))

const includes = (values: readonly unknown[], value: unknown): boolean =>
  values.some(each => text(each) === text(value))

const numberIn = (schema: JsonSchema, keyword: string, otherwise: number): number => {
  const value = schema[keyword]
  return typeof value === 'number' ? value : otherwise
}

const labelOf = ({ $ref, type }: JsonSchema): string =>
  $ref === undefined ? [type ?? []].flat().join(' or ') || 'another value' : nameOf($ref)

function memoized(compute: (schema: JsonSchema) => readonly JsonSchema[]) {
  const results = new WeakMap<JsonSchema, readonly JsonSchema[]>()
  return (schema: JsonSchema): readonly JsonSchema[] => {
    const result = results.get(schema) ?? compute(schema)
    results.set(schema, result)
    return result
  }
}
