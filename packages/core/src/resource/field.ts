import type { HandlerRequest } from '../registry/definition.js'
import type { FromSchema, Schema } from '../schema/index.js'

/** The view of a resource that a request wants (specification, conventions). */
export type Context = 'view' | 'embed' | 'edit'

/** Which requests take a field as an argument. */
export type ArgumentUse = 'both' | 'create' | 'update' | 'none'

/**
 * One field of a resource: `R` is the record, `V` what is loaded for a page of records, `N` the names of what can be
 * loaded, `D` the draft that incoming values change. {@link fieldBuilder} infers the other type parameters.
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
  /** The contexts that show it; all of them when left out. */
  readonly contexts?: readonly Context[] | undefined
  /** Whether it is returned and cannot be set. */
  readonly readonly?: ReadOnly | undefined
  /** What must be loaded before `get` can run. */
  readonly needs?: readonly N[] | undefined
  /**
   * Its value, or the values of its properties by their names; called only when the request wants the field, or the
   * property. A field without it is never shown.
   */
  readonly get?: Getter<R, V> | Readonly<Record<string, Getter<R, V>>> | undefined
  /** Whether its schema is shown and not enforced on incoming values: `set` receives whatever was sent. */
  readonly skipValidation?: Unchecked | undefined
  /** Whether it is an argument of `create`, of `update`, of both (the default unless readonly), or of neither. */
  readonly argument?: Use | undefined
  /** Applies an incoming value to the draft. */
  set?(draft: D, value: Unchecked extends true ? unknown : FromSchema<S>, request: HandlerRequest): void | Promise<void>
}

/** How a field is wanted: the context, and which of its properties. */
export interface WantedField {
  readonly context: Context
  /** Whether the context shows a property of the field's value, and the request wants it. */
  wants(property: string): boolean
}

/** Computes the value of a field or of one of its properties; `undefined` leaves it out. */
export type Getter<R, V> = (record: R, view: V, wanted: WantedField) => unknown

/** What the arguments of a resource derive from: the part of its fields that does not depend on records. */
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
 * Makes the function that declares fields of one kind of resource. It infers the type of `value` in `set` from `schema`,
 * and lets `createArgs()` and `updateArgs()` of the resource type the parameters of handlers.
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

/** The arguments of creation that fields derive. */
export type CreateArgs<F extends FieldShapes> = { readonly [Name in ArgumentName<F, 'create'>]: ArgSchema<F[Name]> }

/** The arguments of updates that fields derive: nothing has a default, and nothing is required. */
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

/** Anything may be sent for a field whose schema is not enforced. */
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
