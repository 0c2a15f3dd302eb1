import type { Context, FieldDefinition, Schema } from '@platen/core'

/** A readonly field of a registration, such as a post type. */
export type ShownField<R> = FieldDefinition<R, undefined, never, never>

/** Creates a readonly field. */
export const shownField = <R>(
  contexts: readonly Context[],
  schema: Schema,
  get: (record: R) => unknown,
): ShownField<R> => ({ schema, contexts, readonly: true, get })
