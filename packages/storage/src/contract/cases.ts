import assert from 'node:assert/strict'
import type { BaseRecord, Store, StoreErrorCode } from '../index.js'
import type { libraryIn } from './sample-collections.js'

/** Declares a case of the contract; its body gets an empty store, and the sample collections, opened in it. */
export type AddCase = (
  name: string,
  body: (store: Store, library: ReturnType<typeof libraryIn>) => Promise<void>,
) => void

/** A value that the compiler refuses for a field: plain JavaScript may pass it, and all stores must treat it alike. */
export const odd = (value: unknown): never => value as never

/** Expects a refusal by a store. */
export const rejects = (work: Promise<unknown>, code: StoreErrorCode, field?: string): Promise<void> =>
  assert.rejects(work, { name: 'StoreError', code, field })

/** The value, which a case expects to exist. */
export function present<T>(value: T | undefined): T {
  assert.ok(value !== undefined)
  return value
}

/** Inserts records; the result is as long as the list. */
export async function insertAll<R extends BaseRecord, N, const L extends readonly N[]>(
  collection: { insertMany(records: readonly N[]): Promise<readonly R[]> },
  records: L,
): Promise<{ readonly [At in keyof L]: R }> {
  const inserted = await collection.insertMany(records)
  assert.equal(inserted.length, records.length)
  return inserted as { readonly [At in keyof L]: R }
}
