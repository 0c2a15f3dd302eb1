import { preconditionFailed } from '@platen/core'
import type { BaseRecord } from '@platen/storage'

/** Throws `rest_precondition_failed` unless a record has, in the transaction, the version that a change is based on. */
export function requireVersion(record: BaseRecord, version: number | undefined): void {
  if (version !== undefined && record.version !== version) throw preconditionFailed()
}
