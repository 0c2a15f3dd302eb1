import type { SchemaRules } from '../schema-rules.js'

/** A format of strings. */
export interface FormatDefinition {
  /** The error code for strings that do not match. */
  readonly code: string
  /** Names the format in messages, after "… is not ". */
  readonly noun: string
  readonly test?: (text: string) => boolean
  readonly convert?: (text: string) => string
}

/** A format whose strictness depends on the rules. */
export type FormatByRules = (rules: SchemaRules) => FormatDefinition
