import type { Compiling, StagedRule } from '../rule.js'
import type { Schema } from '../schema.js'

/** The rule of a schema for the values of one type. */
export interface TypedRule extends StagedRule {
  /** Whether a value belongs to the type, whatever the keywords say. */
  readonly accepts: (value: unknown) => boolean
}

/**
 * Compiles the part of a schema that is about one type. Each type spells its closures out, instead of giving parts to
 * a common one: code that is shared by all types is code the engine cannot inline, and this is where requests spend
 * their time.
 */
export type TypeCompiler = (schema: Schema, compiling: Compiling) => TypedRule
