import type { StoreSession } from '@platen/storage'
import { metaIn, usersIn, whereMeta } from '../../kernel/records/index.js'

const EPOCH_KEY = '_session_epoch'

const storedEpoch = (store: StoreSession, user: number) => {
  const { and, eq } = whereMeta
  return metaIn(store).first({ where: and(eq('kind', 'user'), eq('object', user), eq('key', EPOCH_KEY)) })
}

const numberIn = (value: unknown): number => (typeof value === 'number' ? value : 0)

/** How often all sessions of a user were ended: it is part of what their cookies sign. */
export const epochOf = async (store: StoreSession, user: number): Promise<number> =>
  numberIn((await storedEpoch(store, user))?.value)

/** Increments the epoch of a user in a transaction. A user who no longer exists has none. */
export async function incrementEpoch(tx: StoreSession, user: number): Promise<void> {
  if ((await usersIn(tx).get(user)) === undefined) return
  const stored = await storedEpoch(tx, user)
  if (stored === undefined) await metaIn(tx).insert({ kind: 'user', object: user, key: EPOCH_KEY, value: 1 })
  else await metaIn(tx).update(stored.id, { value: numberIn(stored.value) + 1 })
}
