import type { HandlerRequest } from '../registry/definition.js'
import type { FromSchema } from '../schema/from-schema.js'
import type { Schema } from '../schema/schema.js'

/** The view of a resource that a request selects (specification, conventions). */
export type Context = 'view' | 'embed' | 'edit'

/** Which requests accept a field as an argument. */
export type ArgumentUse = 'both' | 'create' | 'update' | 'none'

/**
 * A field of a resource: `R` is the record, `V` the loaded data of a page of records, `N` the names of loadable data,
 * `D` the draft that incoming values change. {@link fieldBuilder} infers the other type parameters.
 */
export interface FieldDefinition<
  R,
  V,
  N extends string,
  D,
  S extends Schema = Schema,
  ReadOnly extends boolean = boolean,
  Use extends ArgumentUse = ArgumentUse,
  Unchecked extends boolean = boolean,
> {
  /** Its draft-04 schema; properties within it may have contexts of their own. */
  readonly schema: S
  /**
   * The schema of its values in responses, if clients expect OPTIONS and arguments to have another one. Descriptions of the
   * interface show it.
   */
  readonly responds?: Schema | undefined
  /** Whether some responses omit it. */
  readonly optional?: boolean | undefined
  /** The contexts that show it; all by default. */
  readonly contexts?: readonly Context[] | undefined
  /** Whether clients cannot set it. */
  readonly readonly?: ReadOnly | undefined
  /** Whether the schema of the resource contains it; `true` by default. */
  readonly inSchema?: boolean | undefined
  /** The data that must be loaded before `get` can run. */
  readonly needs?: readonly N[] | undefined
  /**
   * Computes its value, or the values of its properties by name. Called only for requested fields and properties. A field
   * without it is never shown.
   */
  readonly get?: Getter<R, V> | Readonly<Record<string, Getter<R, V>>> | undefined
  /**
   * Writes the value of `get` as JSON, like `JSON.stringify`, or values of properties by name: where that is faster than
   * creating the value and then writing it. Not called if only a part of the value is requested.
   */
  readonly json?: JsonGetter<R, V> | Readonly<Record<string, JsonGetter<R, V>>> | undefined
  /** Whether its schema is shown but not enforced: `set` receives any value. */
  readonly skipValidation?: Unchecked | undefined
  /** Which requests accept it as an argument: both by default, none if it is readonly. */
  readonly argument?: Use | undefined
  /** Applies an incoming value to the draft. */
  set?(draft: D, value: Unchecked extends true ? unknown : FromSchema<S>, request: HandlerRequest): void | Promise<void>
}

/** How a request selects a field: the context, and the properties. */
export interface RequestedField {
  readonly context: Context
  /** Whether the context shows a property of the field, and the request selects it. */
  wants(property: string): boolean
}

/** Computes the value of a field or property; `undefined` omits it. */
export type Getter<R, V> = (record: R, view: V, requested: RequestedField) => unknown

/** Writes the value of a getter as JSON. */
export type JsonGetter<R, V> = (record: R, view: V, requested: RequestedField) => string

/** The part of a table of fields that determines the arguments of a resource. */
export type FieldShapes = Readonly<
  Record<
    string,
    {
      readonly schema: Schema
      readonly readonly?: boolean | undefined
      readonly argument?: ArgumentUse | undefined
      readonly skipValidation?: boolean | undefined
    }
  >
>

/**
 * Creates the function that declares the fields of a resource. It infers the type of `value` in `set` from `schema`, and
 * carries the types from which `createArgs()` and `updateArgs()` type the parameters of handlers.
 */
export function fieldBuilder<R, V, N extends string = never, D = unknown>() {
  return <
    const S extends Schema,
    const ReadOnly extends boolean = false,
    const Use extends ArgumentUse = ReadOnly extends true ? 'none' : 'both',
    const Unchecked extends boolean = false,
  >(
    field: FieldDefinition<R, V, N, D, S, ReadOnly, Use, Unchecked>,
  ): FieldDefinition<R, V, N, D, S, ReadOnly, Use, Unchecked> => field
}

/** The arguments of creations, derived from fields. */
export type CreateArgs<F extends FieldShapes> = { readonly [Name in ArgumentName<F, 'create'>]: ArgSchema<F[Name]> }

/** The arguments of updates, derived from fields: without defaults, and none is required. */
export type UpdateArgs<F extends FieldShapes> = {
  readonly [Name in ArgumentName<F, 'update'>]: Optional<ArgSchema<F[Name]>>
}

type ArgumentName<F extends FieldShapes, Use extends ArgumentUse> = {
  [Name in keyof F]: F[Name] extends { readonly argument?: infer Own }
    ? Own extends Use | 'both'
      ? Name
      : never
    : never
}[keyof F]

/** A field whose schema is not enforced accepts any value. */
type ArgSchema<Field> = Field extends { readonly skipValidation?: true | undefined }
  ? Schema
  : Field extends { readonly schema: infer S extends Schema }
    ? S
    : Schema

type Optional<S> = {
  readonly [Key in keyof S as Key extends 'default'
    ? never
    : Key extends 'required'
      ? S[Key] extends readonly string[]
        ? Key
        : never
      : Key]: S[Key]
}
