import type { Schema, TypeName } from './schema.js'

/**
 * The type of a value that passed a schema and was sanitized by it. Write the schema `as const` (or hand it to a
 * function with a `const` type parameter), so that its words are known to the compiler; a schema known only as
 * `Schema` gives `unknown`.
 */
export type FromSchema<S> = S extends { readonly $ref: string }
  ? unknown
  : S extends { readonly enum: readonly (infer Value)[] }
    ? Value
    : S extends { readonly oneOf: readonly (infer Alternative)[] }
      ? FromAlternative<Alternative, S>
      : S extends { readonly anyOf: readonly (infer Alternative)[] }
        ? FromAlternative<Alternative, S>
        : S extends { readonly type: infer Type }
          ? FromTypes<Type, S>
          : unknown

/**
 * The parameters a handler gets for a record of argument schemas: those that are `required: true` or have a `default`
 * are there, the others may be `undefined`.
 */
export type ParamsOf<Args> = Flat<
  { -readonly [Name in PresentName<Args>]: FromSchema<Args[Name]> | NullDefault<Args[Name]> } & {
    -readonly [Name in Exclude<keyof Args, PresentName<Args>>]?: FromSchema<Args[Name]> | undefined
  }
>

type PresentName<Args> = {
  [Name in keyof Args]: Args[Name] extends { readonly required: true } | { readonly default: unknown } ? Name : never
}[keyof Args]

/** A default is not held to its schema, and `null` is the one that is used to say "none". */
type NullDefault<S> = S extends { readonly default: null } ? null : never

/** An alternative without a type of its own has that of the schema it stands in. */
type FromAlternative<Alternative, Parent> = Alternative extends { readonly type: unknown }
  ? FromSchema<Alternative>
  : Parent extends { readonly type: infer Type }
    ? FromSchema<Alternative & { readonly type: Type }>
    : FromSchema<Alternative>

type FromTypes<Type, S> = [TypeName] extends [Type]
  ? unknown
  : Type extends readonly (infer Member)[]
    ? [TypeName] extends [Member]
      ? unknown
      : FromType<Member, S>
    : FromType<Type, S>

type FromType<Type, S> = Type extends 'string'
  ? string
  : Type extends 'integer' | 'number'
    ? number
    : Type extends 'boolean'
      ? boolean
      : Type extends 'null'
        ? null
        : Type extends 'array'
          ? FromItems<S>
          : Type extends 'object'
            ? FromProperties<S>
            : unknown

type FromItems<S> = S extends { readonly items: infer Items } ? FromSchema<Items>[] : unknown[]

type FromProperties<S> = S extends { readonly properties: infer Properties }
  ? Flat<
      {
        -readonly [Name in keyof Properties as Name extends RequiredName<S, Properties> ? Name : never]: FromSchema<
          Properties[Name]
        >
      } & {
        -readonly [Name in keyof Properties as Name extends RequiredName<S, Properties> ? never : Name]?: FromSchema<
          Properties[Name]
        >
      }
    >
  : S extends { readonly additionalProperties: infer Additional }
    ? Additional extends Schema
      ? Record<string, FromSchema<Additional>>
      : Record<string, unknown>
    : Record<string, unknown>

/** A list says it all; without one, the properties say it themselves. */
type RequiredName<S, Properties> = S extends { readonly required: readonly (infer Name)[] }
  ? Name
  : {
      [Name in keyof Properties]: Properties[Name] extends { readonly required: true } ? Name : never
    }[keyof Properties]

type Flat<T> = { [Name in keyof T]: T[Name] }
