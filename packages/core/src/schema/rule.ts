import type { Failure } from './failure.js'
import type { Schema } from './schema.js'
import type { SchemaRules } from './schema-rules.js'

/** Undefined when the value is valid. */
export type Check<T = unknown> = (value: T) => Failure | undefined

/** A compiled schema. */
export interface Rule {
  readonly check: Check
  /** Total: a value that the check refuses comes out in some form too. */
  readonly sanitize: (value: unknown) => unknown
  /** Whether every value that the check accepts is the converted value already. */
  readonly isIdentity: boolean
  /** `check` and `sanitize` for all items of a list, where a loop of the type's own is worth it. */
  readonly ofItems?: ItemsRule | undefined
}

export interface ItemsRule {
  readonly check: Check<readonly unknown[]>
  readonly sanitize: (list: readonly unknown[]) => readonly unknown[]
}

/** The rule of a schema's type and the keywords that belong to it. */
export interface StagedRule extends Rule {
  /** Whether nothing but the type is looked at. */
  readonly bare: boolean
  /** Comes after `enum`. */
  readonly checkLast?: Check | undefined
}

/** What a keyword may use while its schema is compiled. */
export interface Compiling {
  readonly rules: SchemaRules
  /** The place of one of the schema's keywords, for a SchemaError. */
  path(...keys: readonly (string | number)[]): string
  /** The rule of a schema inside the compiled one, for a member or item; compiled once, however often it is requested. */
  rule(schema: unknown, ...keys: readonly (string | number)[]): Rule
  /** The rule of a schema for the same value: without a type of its own it has that of the compiled one. */
  sameValueRule(schema: unknown, ...keys: readonly (string | number)[]): Rule
  /** The schema that is meant: what a reference points at, or the schema itself. */
  meant(schema: unknown, ...keys: readonly (string | number)[]): Schema
}

/** Compiles one keyword into a check of a value of the type it is for; undefined when the schema does not use it. */
export type Keyword<T> = (schema: Schema, compiling: Compiling) => Check<T> | undefined

/** Compiles a conversion; undefined when the schema needs none. */
export type Conversion<T> = (schema: Schema, compiling: Compiling) => ((value: T) => T) | undefined
