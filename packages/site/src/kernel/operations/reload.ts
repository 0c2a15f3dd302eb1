import type { PermissionResult, RestError } from '@platen/core'
import { permit } from '../context/index.js'

/** Reloads a record for an update and checks the permission again. Throws `missing()` if it does not exist, or what `may` returns. */
export async function reload<R>(
  records: { get(id: number): Promise<R | undefined> },
  id: number,
  missing: () => RestError,
  may: (record: R) => PermissionResult | Promise<PermissionResult>,
): Promise<R> {
  const record = await records.get(id)
  if (record === undefined) throw missing()
  permit(await may(record))
  return record
}
