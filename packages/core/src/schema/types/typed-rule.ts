import type { CompileContext, StagedRule } from '../rule.js'
import type { Schema } from '../schema.js'

/** The rule of a schema for values of one type. */
export interface TypedRule extends StagedRule {
  /** Whether a value belongs to the type, regardless of keywords. */
  readonly accepts: (value: unknown) => boolean
}

/** Compiles the part of a schema that concerns one type. */
export type TypeCompiler = (schema: Schema, context: CompileContext) => TypedRule
