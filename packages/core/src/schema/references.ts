import type { Rule } from './rule.js'
import type { TypeName } from './schema.js'
import { SchemaError } from './schema-error.js'
import { type SchemaLocation, type SchemaResolver, schemaResolver } from './schema-resolver.js'
import { type SharedRule, sharedRule } from './shared-rule.js'
import { sizeOf } from './value-size.js'

/** The location of a reference. */
export interface ReferenceLocation {
  readonly path: string
  /** The types that a schema without a type inherits from the schemas around it. */
  readonly inherited: readonly TypeName[] | undefined
  /** The referenced schema (or the root) that applies to the same value; undefined for a member or item of it. */
  readonly owner: string | undefined
}

/** The references within one schema: resolved when it is compiled, limited when values are validated. */
export interface References {
  /** The rule of the schema that a reference points at. */
  rule(reference: unknown, location: ReferenceLocation): Rule
  /** The rule of a schema in `definitions`. */
  definition(target: SchemaLocation): Rule
  /** The schema that a reference points at, directly or through other references. */
  target(reference: unknown, path: string): SchemaLocation
  /**
   * Throws a `SchemaError` for a schema that refers to itself for the same value. Call it when everything is compiled.
   */
  refuseCycles(): void
  /** Whether values must be checked and converted within `run`. */
  isUsed(): boolean
  /** Runs `work` on a value; returns `tooComplex()` for a value that nests too deep or takes too much work. */
  run<T>(value: unknown, work: () => T, tooComplex: () => T): T
}

/** The limit of checks and conversions, for each value and referenced schema. */
const WORK_PER_VALUE = 8

class WorkExceeded extends Error {}

/** Creates the references of the schema `root`; `compile` compiles a referenced schema. */
export function createReferences(
  root: unknown,
  compile: (target: SchemaLocation, inherited: ReferenceLocation['inherited'], owner: string) => Rule,
): References {
  const shared = new Map<string, SharedRule>()
  const sameValue = new Map<string, Set<string>>()
  let resolver: SchemaResolver | undefined
  let remaining = Number.POSITIVE_INFINITY
  const limit = {
    spend() {
      if (--remaining < 0) throw new WorkExceeded()
    },
  }

  const find = (reference: unknown, path: string) => {
    resolver ??= schemaResolver(root)
    return resolver.find(reference, path)
  }
  const ruleOf = (
    target: SchemaLocation,
    inherited: ReferenceLocation['inherited'],
    owner: string | undefined,
  ): Rule => {
    const key = `${target.path} ${inherited?.join() ?? ''}`
    if (owner !== undefined) sameValue.set(owner, (sameValue.get(owner) ?? new Set()).add(key))
    const existing = shared.get(key)
    if (existing !== undefined) return existing.rule
    const created = sharedRule(limit)
    shared.set(key, created)
    created.resolve(compile(target, inherited, key))
    return created.rule
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
    refuseCycles() {
      for (const start of sameValue.keys())
        if (leadsTo(start, start, sameValue)) throw endless(start.split(' ')[0] ?? '#')
    },
    isUsed: () => shared.size > 0,
    run(value, work, tooComplex) {
      const size = sizeOf(value)
      if (size === undefined) return tooComplex()
      remaining = (size + 1) * shared.size * WORK_PER_VALUE
      try {
        return work()
      } catch (thrown) {
        // A schema may take several stack frames for each level of a value.
        if (thrown instanceof WorkExceeded || thrown instanceof RangeError) return tooComplex()
        throw thrown
      } finally {
        for (const each of shared.values()) each.clear()
      }
    },
  }
}

function endless(path: string): SchemaError {
  return new SchemaError('refers to itself endlessly.', path)
}

function referenceIn({ schema }: SchemaLocation): unknown {
  return typeof schema === 'object' && schema !== null && '$ref' in schema ? schema.$ref : undefined
}

/** Whether references that apply to the same value connect one schema to another. */
function leadsTo(from: string, to: string, edges: ReadonlyMap<string, ReadonlySet<string>>): boolean {
  const seen = new Set<string>()
  const open = [...(edges.get(from) ?? [])]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next === to) return true
    if (seen.has(next)) continue
    seen.add(next)
    for (const further of edges.get(next) ?? []) open.push(further)
  }
  return false
}
