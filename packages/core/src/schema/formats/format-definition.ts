import type { SchemaRules } from '../schema-rules.js'

/** A format of text. */
export interface FormatDefinition {
  /** The code of the error for text that has not the format. */
  readonly code: string
  /** What the text would be, in the reason: "… is not an email address." */
  readonly noun: string
  readonly test?: (text: string) => boolean
  readonly convert?: (text: string) => string
}

/** A format whose strictness depends on the rules. */
export type FormatByRules = (rules: SchemaRules) => FormatDefinition
