/** The name of a type of value (specification 4.13). */
export type TypeName = 'null' | 'boolean' | 'integer' | 'number' | 'string' | 'array' | 'object'

/** The name of a format of text: those of specification 4.13, and those that draft 4 has besides. */
export type FormatName = 'date-time' | 'uri' | 'email' | 'ip' | 'uuid' | 'hex-color' | 'ipv4' | 'ipv6' | 'hostname'

/**
 * A draft-04 schema (specification 4.13): what a value may look like and what it is converted to. `type` may be a list,
 * tried in order. `required` is a boolean in the schema of a parameter or a property and a list of names in the schema
 * of an object. `$ref` points into the schema itself (`#/definitions/…`); nothing beside it counts. Besides the
 * members listed here a schema may have `$schema`, `$comment`, `id`, `deprecated`, `example`, `examples`, `links` and
 * any that begin with `x-`; others are refused when the schema is compiled.
 */
export interface Schema {
  readonly type?: TypeName | readonly TypeName[]
  readonly enum?: readonly unknown[]
  readonly oneOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly not?: Schema
  readonly $ref?: string
  readonly definitions?: Readonly<Record<string, Schema>>

  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly format?: FormatName | (string & {})

  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: boolean
  readonly exclusiveMaximum?: boolean
  readonly multipleOf?: number

  /** The schema of each item, or one for each position. */
  readonly items?: Schema | readonly Schema[]
  /** Items after those that have schemas by position. */
  readonly additionalItems?: boolean | Schema
  readonly minItems?: number
  readonly maxItems?: number
  readonly uniqueItems?: boolean

  readonly properties?: Readonly<Record<string, Schema>>
  readonly patternProperties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: boolean | Schema
  readonly required?: boolean | readonly string[]
  readonly minProperties?: number
  readonly maxProperties?: number
  /** What an object that has a property must match, or must have besides. */
  readonly dependencies?: Readonly<Record<string, Schema | readonly string[]>>

  readonly title?: string
  readonly description?: string
  readonly default?: unknown
  readonly context?: readonly string[]
  readonly readonly?: boolean
  readonly [annotation: string]: unknown
}
