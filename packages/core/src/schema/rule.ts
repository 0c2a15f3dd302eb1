import type { Failure } from './failure.js'
import type { Schema } from './schema.js'
import type { SchemaRules } from './schema-rules.js'

/** Returns why a value is invalid; undefined when it is valid. */
export type Check<T = unknown> = (value: T) => Failure | undefined

/** A compiled schema. */
export interface Rule {
  readonly check: Check
  /** Converts a value. It never throws; the result for an invalid value is unspecified. */
  readonly sanitize: (value: unknown) => unknown
  /** Whether `sanitize` returns every valid value unchanged. */
  readonly isIdentity: boolean
  /** `check` and `sanitize` for all items of a list, for types with a faster loop of their own. */
  readonly ofItems?: ItemsRule | undefined
}

export interface ItemsRule {
  readonly check: Check<readonly unknown[]>
  readonly sanitize: (list: readonly unknown[]) => readonly unknown[]
}

/** The rule of a schema's type, and of the keywords for that type. */
export interface StagedRule extends Rule {
  /** Whether the rule checks only the type. */
  readonly typeOnly: boolean
  /** A check that follows `enum`. */
  readonly checkLast?: Check | undefined
}

/** The context of keywords while a schema is compiled. `keys` are the path of one of its keywords or subschemas. */
export interface CompileContext {
  readonly rules: SchemaRules
  /** The path of a keyword, for a `SchemaError`. */
  path(...keys: readonly (string | number)[]): string
  /** Compiles a subschema for a member or item; each only once. */
  rule(schema: unknown, ...keys: readonly (string | number)[]): Rule
  /** Compiles a subschema for the same value; it inherits the type of the schema. */
  sameValueRule(schema: unknown, ...keys: readonly (string | number)[]): Rule
  /** The schema that a reference points at; any other schema is returned unchanged. */
  dereference(schema: unknown, ...keys: readonly (string | number)[]): Schema
}

/** Compiles one keyword into a check of values of type `T`; undefined when the schema does not use it. */
export type Keyword<T> = (schema: Schema, context: CompileContext) => Check<T> | undefined

/** Compiles a conversion; undefined when the schema needs none. */
export type Conversion<T> = (schema: Schema, context: CompileContext) => ((value: T) => T) | undefined
