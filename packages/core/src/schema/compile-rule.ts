import { checkInOrder, compileChecks } from './check-in-order.js'
import { escapedToken } from './json-pointer.js'
import { isMap } from './keyword-value.js'
import { allOfRules } from './keywords/all-of.js'
import { type Alternative, alternativesConversion, alternativesOf } from './keywords/alternatives.js'
import { keywords } from './keywords/keywords.js'
import { checkKeywords, typeOfKeyword } from './known-keywords.js'
import { createReferences, type ReferenceLocation, type References } from './references.js'
import type { Check, CompileContext, Rule, StagedRule } from './rule.js'
import type { Schema, TypeName } from './schema.js'
import { SchemaError } from './schema-error.js'
import { subschemas } from './schema-resolver.js'
import type { SchemaRules } from './schema-rules.js'
import { typeListRule, untypedRule } from './types/type-list.js'
import { types } from './types/types.js'

/** The location of a subschema, and the schemas around it. */
interface Place extends ReferenceLocation {
  readonly ancestors: readonly unknown[]
}

/** The state that the compilations of all subschemas share. */
interface Compilation {
  readonly rules: SchemaRules
  readonly references: References
}

/** Compiles a schema with its subschemas. */
export function compileRoot(schema: unknown, rules: SchemaRules): { rule: Rule; references: References } {
  const references = createReferences(schema, ({ schema: target, path }, inherited, owner) =>
    compileRule(target, { path, ancestors: [], inherited, owner }, { rules, references }),
  )
  const root: Place = { path: '#', ancestors: [], inherited: undefined, owner: '#' }
  const rule = compileRule(schema, root, { rules, references })
  references.refuseCycles()
  return { rule, references }
}

function compileRule(schema: unknown, place: Place, compilation: Compilation): Rule {
  if (!isMap(schema)) throw new SchemaError('must be a schema.', place.path)
  if (place.ancestors.includes(schema)) throw new SchemaError('must not contain itself.', place.path)
  const context = contextAt(place, schema, typesOf(schema, place), compilation)
  checkKeywords(schema, context.path)
  compileDefinitions(schema, context, compilation)
  // In draft 4, a reference disables all other keywords.
  if (schema.$ref !== undefined) return compilation.references.rule(schema.$ref, place)
  return combinedRule(schema, typesOf(schema, place), context)
}

function combinedRule(schema: Schema, names: readonly TypeName[] | undefined, context: CompileContext): Rule {
  const typed = typeRule(names, schema, context)
  const alternatives = (['anyOf', 'oneOf'] as const)
    .map(keyword => alternativesOf(schema, keyword, context))
    .filter(list => list !== undefined)
  const parts = allOfRules(schema, context)
  const own = addsToAlternatives(typed, names, alternatives.flat()) ? typed : undefined
  const conversions = [...parts.map(part => part.sanitize), ...alternatives.map(alternativesConversion)]
  if (own) conversions.push(own.sanitize)
  const sanitize = conversions.reduce(inSequence)
  const isIdentity = [typed, ...parts, ...alternatives.flat()].every(rule => rule.isIdentity)
  const listed = compileChecks(keywords.converted, schema, context)
  const check = checkInOrder([
    compileChecks(keywords.sent, schema, context),
    own?.check,
    ...parts.map(part => part.check),
    compileChecks(keywords.afterType, schema, context),
    listed && (isIdentity ? listed : value => listed(sanitize(value))),
    own?.checkLast,
  ])
  if (!check || check === typed.check) return typed
  return { check: listedFirst(schema, check), sanitize, isIdentity }
}

/** Whether a schema's own type checks or converts anything that its alternatives do not. */
function addsToAlternatives(
  typed: StagedRule,
  names: Place['inherited'] = [],
  alternatives: readonly Alternative[],
): boolean {
  const covers = (type: Schema['type']) =>
    names.some(name => name === type && (names.length === 1 || name === 'array' || name === 'object'))
  return !typed.typeOnly || alternatives.length === 0 || !alternatives.every(({ type }) => covers(type))
}

function inSequence(first: Rule['sanitize'], second: Rule['sanitize']): Rule['sanitize'] {
  return value => second(first(value))
}

/** Accepts the valid values of an `enum` by one lookup, since most values are in the list. */
function listedFirst(schema: Schema, check: Check): Check {
  const { enum: list = [] } = schema
  const holdsSchemas = subschemas(schema).length > 0
  const scalars = list.filter(value => typeof value !== 'object')
  if (scalars.length === 0) return check
  const findValid = () => new Set(scalars.filter(scalar => !check(scalar)))
  if (!holdsSchemas) {
    const valid = findValid()
    return value => (valid.has(value) ? undefined : check(value))
  }
  // Computed with the first value: a schema that refers to itself is usable only when all of it is compiled.
  let valid: ReadonlySet<unknown> | undefined
  return value => {
    valid ??= findValid()
    return valid.has(value) ? undefined : check(value)
  }
}

function typeRule(names: readonly TypeName[] | undefined, schema: Schema, context: CompileContext): StagedRule {
  const [name, ...more] = names ?? []
  if (!names || !name) return untypedRule(schema, context)
  // A keyword for another type has no effect, but must be valid.
  if (hasForeignKeyword(schema, names)) untypedRule(schema, context)
  return more.length === 0 ? types[name](schema, context) : typeListRule(names, schema, context)
}

function hasForeignKeyword(schema: Schema, names: readonly TypeName[]): boolean {
  for (const keyword in schema) {
    if (keyword === 'required' && typeof schema.required === 'boolean') continue
    const type = typeOfKeyword[keyword]
    if (type === undefined || names.includes(type) || (type === 'number' && names.includes('integer'))) continue
    return true
  }
  return false
}

function typesOf({ type }: Schema, { path, inherited }: Place): readonly TypeName[] | undefined {
  if (type === undefined) return inherited
  const names: readonly unknown[] = Array.isArray(type) ? type : [type]
  if (names.length > 0 && names.every(isTypeName)) return names
  throw new SchemaError(`must be one or more of ${Object.keys(types).join(', ')}.`, `${path}/type`)
}

function isTypeName(name: unknown): name is TypeName {
  return typeof name === 'string' && Object.hasOwn(types, name)
}

/** Definitions without references must be valid too. */
function compileDefinitions({ definitions }: Schema, context: CompileContext, { references }: Compilation): void {
  if (definitions === undefined) return
  if (!isMap(definitions)) throw new SchemaError('must map names to schemas.', context.path('definitions'))
  for (const [name, schema] of Object.entries(definitions)) {
    references.definition({ path: context.path('definitions', name), schema })
  }
}

function contextAt(
  { path, ancestors, owner }: Place,
  schema: Schema,
  names: Place['inherited'],
  compilation: Compilation,
): CompileContext {
  const compiled = new Map<string, Rule>()
  const pathOf = (keys: readonly (string | number)[]) => [path, ...keys.map(escapedToken)].join('/')
  const ruleAt = (inner: unknown, keys: readonly (string | number)[], around: Pick<Place, 'inherited' | 'owner'>) => {
    const innerPath = pathOf(keys)
    const known = compiled.get(innerPath)
    if (known) return known
    const rule = compileRule(inner, { ...around, path: innerPath, ancestors: [...ancestors, schema] }, compilation)
    compiled.set(innerPath, rule)
    return rule
  }
  return {
    rules: compilation.rules,
    path: (...keys) => pathOf(keys),
    rule: (inner, ...keys) => ruleAt(inner, keys, { inherited: undefined, owner: undefined }),
    sameValueRule: (inner, ...keys) => ruleAt(inner, keys, { inherited: names, owner }),
    dereference(inner, ...keys) {
      const reference = isMap(inner) ? inner.$ref : undefined
      const found = reference === undefined ? inner : compilation.references.target(reference, pathOf(keys)).schema
      return isMap(found) ? found : {}
    },
  }
}
