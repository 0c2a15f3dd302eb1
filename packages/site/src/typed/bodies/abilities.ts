// Made from the schemas of the routes by `node scripts/response-types.mjs`; not to be edited by hand.
import type { Linked } from '../shapes.js'

/** A response of `/cms-abilities/v1/categories`. */
export interface AbilityCategory extends Linked {
  /** The slug of the category. */
  slug: string
  /** The name for people. */
  label: string
  /** Which abilities it has. */
  description: string
  /** Further facts about the category. */
  meta: Record<string, unknown>
}

/** A response of `/cms-abilities/v1/abilities/…/run`. */
export interface AbilityExecution extends Linked {
  /** The output of the ability. */
  result: unknown
}

/** A response of `/cms-abilities/v1/abilities`. */
export interface Ability extends Linked {
  /** The name, with its namespace. */
  name: string
  /** The name for people. */
  label: string
  /** What the ability does. */
  description: string
  /** The slug of its category. */
  category: string
  /** The schema of the input. */
  input_schema: Record<string, unknown>
  /** The schema of the output. */
  output_schema: Record<string, unknown>
  /** What the ability does to the site. */
  annotations: {
    /** Whether the ability changes nothing. */
    readonly?: boolean | null
    /** Whether the ability may destroy something. */
    destructive?: boolean | null
    /** Whether a repeated call has no further effect. */
    idempotent?: boolean | null
    [name: string]: unknown
  }
  /** Further facts about the ability. */
  meta: {
    /** What the ability does to the site. */
    annotations: {
      /** Whether the ability changes nothing. */
      readonly?: boolean | null
      /** Whether the ability may destroy something. */
      destructive?: boolean | null
      /** Whether a repeated call has no further effect. */
      idempotent?: boolean | null
      [name: string]: unknown
    }
    /** Whether it is meant for clients, such as agents. */
    public: boolean
    [name: string]: unknown
  }
}
