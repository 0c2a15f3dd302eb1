/** The name of a type (specification section 4.13). */
export type TypeName = 'null' | 'boolean' | 'integer' | 'number' | 'string' | 'array' | 'object'

/** The name of a string format: those of specification section 4.13, and further ones of draft 4. */
export type FormatName = 'date-time' | 'uri' | 'email' | 'ip' | 'uuid' | 'hex-color' | 'ipv4' | 'ipv6' | 'hostname'

/**
 * A draft-04 schema (specification section 4.13): which values are valid, and what they are converted to. Types in a
 * list are tried in order. `required` is a boolean in the schema of a parameter or property, and a list of names in that
 * of an object. `$ref` points into the schema itself (`#/definitions/…`); other keywords beside it are ignored. Further
 * members may be `$schema`, `$comment`, `id`, `deprecated`, `example`, `examples`, `links`, and names that begin with
 * `x-`; any other throws a {@link SchemaError} when the schema is compiled.
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
  /** The schema of items beyond the positions in `items`; false forbids them. */
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
  /** By property: the schema that an object with it must match, or the other properties that it must have. */
  readonly dependencies?: Readonly<Record<string, Schema | readonly string[]>>

  readonly title?: string
  readonly description?: string
  readonly default?: unknown
  readonly context?: readonly string[]
  readonly readonly?: boolean
  readonly [annotation: string]: unknown
}
