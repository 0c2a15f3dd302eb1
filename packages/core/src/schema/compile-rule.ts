import { checkInOrder, compileChecks } from './check-in-order.js'
import { isMap } from './keyword-value.js'
import { type Alternative, alternativesConversion, alternativesOf } from './keywords/alternatives.js'
import { keywords } from './keywords/keywords.js'
import type { Check, Compiling, Rule, StagedRule } from './rule.js'
import type { Schema, TypeName } from './schema.js'
import { SchemaError } from './schema-error.js'
import { typeListRule, untypedRule } from './types/type-list.js'
import { types } from './types/types.js'

/** Where in a schema the compiler is, and what it has come through. */
interface Place {
  readonly path: string
  readonly ancestors: readonly unknown[]
  readonly inherited?: readonly TypeName[] | undefined
}

/** Compiles a schema and, through its keywords, the schemas inside it. */
export function compileRule(schema: unknown, place: Place = { path: '#', ancestors: [] }): Rule {
  if (!isMap(schema)) throw new SchemaError('must be a schema.', place.path)
  if (place.ancestors.includes(schema)) throw new SchemaError('must not contain itself.', place.path)
  const names = typesOf(schema, place)
  const compiling = compilingAt(place, schema, names)
  const typed = typeRule(names, schema, compiling)
  const alternatives = (['anyOf', 'oneOf'] as const)
    .map(keyword => alternativesOf(schema, keyword, compiling))
    .filter(list => list !== undefined)
  const own = saysMore(typed, names, alternatives.flat()) ? typed : undefined
  const sanitize = [...alternatives.map(alternativesConversion), ...(own ? [own.sanitize] : [])].reduce(inSequence)
  const keeps = typed.keeps && alternatives.flat().every(alternative => alternative.keeps)
  const listed = compileChecks(keywords.converted, schema, compiling)
  const check = checkInOrder([
    compileChecks(keywords.sent, schema, compiling),
    own?.check,
    listed && (keeps ? listed : value => listed(sanitize(value))),
    own?.checkLast,
  ])
  if (!check || check === typed.check) return typed
  return { check: listedFirst(schema, check), sanitize, keeps }
}

/** Whether a schema's own type adds anything to its alternatives, when each of them is of that type already. */
function saysMore(typed: StagedRule, names: Place['inherited'] = [], alternatives: readonly Alternative[]): boolean {
  const covers = (type: Schema['type']) =>
    names.some(name => name === type && (names.length === 1 || name === 'array' || name === 'object'))
  return !typed.bare || alternatives.length === 0 || !alternatives.every(({ type }) => covers(type))
}

function inSequence(first: Rule['sanitize'], second: Rule['sanitize']): Rule['sanitize'] {
  return value => second(first(value))
}

/** Most values of an `enum` are one of the list: what is known to be fine is not looked at any closer. */
function listedFirst({ enum: list = [] }: Schema, check: Check): Check {
  const fine = new Set(list.filter(value => typeof value !== 'object' && !check(value)))
  return fine.size === 0 ? check : value => (fine.has(value) ? undefined : check(value))
}

function typeRule(names: readonly TypeName[] | undefined, schema: Schema, compiling: Compiling): StagedRule {
  // Compiled in any case: a keyword that the type has no use for may be wrong too.
  const untyped = untypedRule(schema, compiling)
  const [name, ...more] = names ?? []
  if (!names || !name) return untyped
  return more.length === 0 ? types[name](schema, compiling) : typeListRule(names, schema, compiling)
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

function compilingAt({ path, ancestors }: Place, schema: Schema, names: Place['inherited']): Compiling {
  const rules = new Map<string, Rule>()
  const pathOf = (keys: readonly (string | number)[]) => [path, ...keys.map(escaped)].join('/')
  const ruleAt = (inner: unknown, keys: readonly (string | number)[], inherited?: Place['inherited']) => {
    const innerPath = pathOf(keys)
    const rule =
      rules.get(innerPath) ?? compileRule(inner, { path: innerPath, ancestors: [...ancestors, schema], inherited })
    rules.set(innerPath, rule)
    return rule
  }
  return {
    path: (...keys) => pathOf(keys),
    rule: (inner, ...keys) => ruleAt(inner, keys),
    alternative: (inner, ...keys) => ruleAt(inner, keys, names),
  }
}

/** As a JSON pointer wants it. */
function escaped(key: string | number): string {
  return String(key).replaceAll('~', '~0').replaceAll('/', '~1')
}
