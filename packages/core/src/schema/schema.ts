export type { FromSchema, ParamsOf } from './from-schema.js'

/** The name of a type of value (specification 4.13). */
export type TypeName = 'null' | 'boolean' | 'integer' | 'number' | 'string' | 'array' | 'object'

/** The name of a format of text that is checked. Other formats may stand in a schema; they are not checked. */
export type FormatName = 'date-time' | 'uri' | 'email' | 'ip' | 'uuid' | 'hex-color'

/**
 * A draft-04 schema, as far as the interface knows it (specification 4.13): what a value may look like and what it is
 * converted to. `type` may be a list, tried in order. `required` is a boolean in the schema of a parameter or a
 * property and a list of names in the schema of an object. Members that are not listed here are annotations: they
 * are shown to clients and mean nothing to validation.
 */
export interface Schema {
  readonly type?: TypeName | readonly TypeName[]
  readonly enum?: readonly unknown[]
  readonly oneOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]

  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly format?: FormatName | (string & {})

  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: boolean
  readonly exclusiveMaximum?: boolean
  readonly multipleOf?: number

  readonly items?: Schema
  readonly minItems?: number
  readonly maxItems?: number
  readonly uniqueItems?: boolean

  readonly properties?: Readonly<Record<string, Schema>>
  readonly patternProperties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: boolean | Schema
  readonly required?: boolean | readonly string[]
  readonly minProperties?: number
  readonly maxProperties?: number

  readonly title?: string
  readonly description?: string
  readonly default?: unknown
  readonly context?: readonly string[]
  readonly readonly?: boolean
  readonly [annotation: string]: unknown
}
