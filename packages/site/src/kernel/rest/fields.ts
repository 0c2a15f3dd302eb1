import type { Context, FieldDefinition, FormatName, Schema, TypeName } from '@platen/core'
import type { Dialect } from '../../server/dialects/index.js'

/** A readonly field of a registration, such as a post type. */
export type ShownField<R> = FieldDefinition<R, undefined, never, never>

export const shownField = <R, V = undefined, N extends string = never>(
  contexts: readonly Context[],
  schema: Schema,
  get: FieldDefinition<R, V, N, never>['get'],
  needs: readonly N[] = [],
) => ({ schema, contexts, readonly: true, needs, get }) as const

/** Creates the setter of a field: `read` converts the value for the property `key` of the input. */
export const setProperty =
  <K extends string, T>(key: K, read: (value: unknown) => T) =>
  (input: { [P in K]?: T }, value: unknown): void => {
    input[key] = read(value)
  }

export const text = (description: string) => ({ description, type: 'string' }) as const
export const integer = (description: string) => ({ description, type: 'integer' }) as const
export const number = (description: string) => ({ description, type: 'number' }) as const
export const flag = (description: string) => ({ description, type: 'boolean' }) as const
export const map = (description: string) => ({ description, type: 'object' }) as const
export const uri = (description: string) => ({ description, type: 'string', format: 'uri' }) as const
export const moment = (description: string) => ({ description, type: 'string', format: 'date-time' }) as const

/** The schema of a field whose value can be null, which only some dialects declare. */
export const nullable = (
  { exactSchemas }: Pick<Dialect, 'exactSchemas'>,
  schema: { readonly description: string; readonly type: 'integer' | 'string' },
): Schema => (exactSchemas ? { ...schema, type: [schema.type, 'null'] } : schema)

/** The schema of a value in responses that can be null. */
export const orNull = (schema: Schema & { readonly type: TypeName }): Schema => ({
  ...schema,
  type: [schema.type, 'null'],
})

/** The schema of a text in responses that is empty where there is none, and has a format otherwise. */
export const orEmpty = (description: string, format: FormatName): Schema => ({
  description,
  type: 'string',
  anyOf: [
    { type: 'string', format },
    { type: 'string', enum: [''] },
  ],
})
