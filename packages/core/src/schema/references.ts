import type { Rule } from './rule.js'
import type { TypeName } from './schema.js'
import { SchemaError } from './schema-error.js'
import { type SchemaPlace, type SchemaPlaces, schemaPlaces } from './schema-places.js'
import { type SharedRule, sharedRule } from './shared-rule.js'
import { sizeOf } from './value-size.js'

/** Where a reference stands. */
export interface ReferencePlace {
  readonly path: string
  /** Types that a schema without its own has from around it. */
  readonly inherited: readonly TypeName[] | undefined
  /** The referenced schema (or the root) whose value the reference is about; undefined for a value within that. */
  readonly owner: string | undefined
}

/** The references of one schema while it is compiled, and while values are held to it. */
export interface References {
  /** The rule of the schema that a reference points at. */
  rule(reference: unknown, place: ReferencePlace): Rule
  /** The rule of a schema among the `definitions`. */
  definition(target: SchemaPlace): Rule
  /** The schema that a reference, and the references it leads to, point at. */
  target(reference: unknown, path: string): SchemaPlace
  /** Refuses schemas that refer to themselves for the same value. Called when everything is compiled. */
  close(): void
  /** Whether values must be checked and converted within `run`. */
  readonly used: boolean
  /** Works on one value; `tooComplex` answers for a value that nests too deep or takes too much work. */
  run<T>(value: unknown, work: () => T, tooComplex: () => T): T
}

/** More work than this for each value and referenced schema is not in proportion. */
const WORK_PER_VALUE = 8

class WorkExceeded extends Error {}

/** `compile` compiles a schema that references point at. */
export function createReferences(
  root: unknown,
  compile: (target: SchemaPlace, inherited: ReferencePlace['inherited'], owner: string) => Rule,
): References {
  const shared = new Map<string, SharedRule>()
  const sameValue = new Map<string, Set<string>>()
  let places: SchemaPlaces | undefined
  let work = Number.POSITIVE_INFINITY
  const limit = {
    spend() {
      if (--work < 0) throw new WorkExceeded()
    },
  }

  const find = (reference: unknown, path: string) => {
    places ??= schemaPlaces(root)
    return places.find(reference, path)
  }
  const ruleOf = (target: SchemaPlace, inherited: ReferencePlace['inherited'], owner: string | undefined): Rule => {
    const key = `${target.path} ${inherited?.join() ?? ''}`
    if (owner !== undefined) sameValue.set(owner, (sameValue.get(owner) ?? new Set()).add(key))
    const known = shared.get(key)
    if (known !== undefined) return known.rule
    const made = sharedRule(limit)
    shared.set(key, made)
    made.settle(compile(target, inherited, key))
    return made.rule
  }

  return {
    rule: (reference, { path, inherited, owner }) => ruleOf(find(reference, path), inherited, owner),
    definition: target => ruleOf(target, undefined, undefined),
    target(reference, path) {
      const seen = new Set<string>()
      let found = find(reference, path)
      for (let next = referenceIn(found); next !== undefined; next = referenceIn(found)) {
        if (seen.has(found.path)) throw endless(path)
        seen.add(found.path)
        found = find(next, found.path)
      }
      return found
    },
    close() {
      for (const start of sameValue.keys())
        if (leadsTo(start, start, sameValue)) throw endless(start.split(' ')[0] ?? '#')
    },
    get used() {
      return shared.size > 0
    },
    run(value, work_, tooComplex) {
      const size = sizeOf(value)
      if (size === undefined) return tooComplex()
      work = (size + 1) * shared.size * WORK_PER_VALUE
      try {
        return work_()
      } catch (thrown) {
        // A schema may take several frames of the stack for each level of a value.
        if (thrown instanceof WorkExceeded || thrown instanceof RangeError) return tooComplex()
        throw thrown
      } finally {
        for (const each of shared.values()) each.forget()
      }
    },
  }
}

function endless(path: string): SchemaError {
  return new SchemaError('refers to itself without an end.', path)
}

function referenceIn({ schema }: SchemaPlace): unknown {
  return typeof schema === 'object' && schema !== null && '$ref' in schema ? schema.$ref : undefined
}

/** Whether references lead from one schema to another without leaving the value. */
function leadsTo(from: string, wanted: string, edges: ReadonlyMap<string, ReadonlySet<string>>): boolean {
  const seen = new Set<string>()
  const open = [...(edges.get(from) ?? [])]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next === wanted) return true
    if (seen.has(next)) continue
    seen.add(next)
    for (const further of edges.get(next) ?? []) open.push(further)
  }
  return false
}
