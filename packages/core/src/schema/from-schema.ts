import type { Schema, TypeName } from './schema.js'

/**
 * The type of a value that a schema has validated and sanitized. The schema needs a literal type: declare it `as const`
 * or pass it to a function with a `const` type parameter. A value typed as `Schema` gives `unknown`.
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
 * The parameters of a handler, from the schemas of its arguments: those without `required: true` or a `default` may be
 * `undefined`.
 */
export type ParamsOf<Args> = Flat<
  { -readonly [Name in PresentName<Args>]: FromSchema<Args[Name]> | NullDefault<Args[Name]> } & {
    -readonly [Name in Exclude<keyof Args, PresentName<Args>>]?: FromSchema<Args[Name]> | undefined
  }
>

type PresentName<Args> = {
  [Name in keyof Args]: Args[Name] extends { readonly required: true } | { readonly default: unknown } ? Name : never
}[keyof Args]

/** A default does not have to match its schema; `null` often means "none". */
type NullDefault<S> = S extends { readonly default: null } ? null : never

/** An alternative without a type inherits that of the schema around it. */
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

/** The names in the list `required`; without a list, those of the properties with `required: true`. */
type RequiredName<S, Properties> = S extends { readonly required: readonly (infer Name)[] }
  ? Name
  : {
      [Name in keyof Properties]: Properties[Name] extends { readonly required: true } ? Name : never
    }[keyof Properties]

type Flat<T> = { [Name in keyof T]: T[Name] }
