import { permit } from '../context/index.js'
import { refusal } from '../refusals/index.js'
import type { Actor } from './tx.js'

/** Higher ids of other sites are not kept: they would leave too few for new records. */
const LARGEST_KEPT = 2_000_000_000

/** Whether an imported record can keep an id, if it is free. */
export const canKeepId = (id: number): boolean => Number.isSafeInteger(id) && id > 0 && id <= LARGEST_KEPT

/** The records of a collection by id. */
interface RecordsById {
  get(id: number): Promise<object | undefined>
}

/** The id if a new record can have it; `undefined` for a new id. */
export async function freeId(records: RecordsById, id = 0): Promise<number | undefined> {
  return canKeepId(id) && (await records.get(id)) === undefined ? id : undefined
}

/** Throws unless an actor may add records of another site. */
export const requireImport = (actor: Actor): void =>
  permit(
    actor.can('import') ||
      refusal({ principal: actor }, 'rest_cannot_import', 'You are not allowed to import content.'),
  )
