import type { Context, FieldDefinition, Schema } from '@platen/core'

/** A field of something that is registered: clients see it, and change it by no request. */
export type ShownField<R> = FieldDefinition<R, undefined, never, never>

/** Makes such a field. */
export const shownField = <R>(
  contexts: readonly Context[],
  schema: Schema,
  get: (record: R) => unknown,
): ShownField<R> => ({ schema, contexts, readonly: true, get })
