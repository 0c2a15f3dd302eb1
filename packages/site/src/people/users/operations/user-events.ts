import { defineEvent } from '../../hooks/hooks.js'
import type { UserRecord } from './user-collection.js'

/** A user was created or changed; `before` is absent for a new one. */
export const userSaved = defineEvent<{ readonly user: UserRecord; readonly before: UserRecord | undefined }>(
  'user.saved',
)
/** A user was deleted. Without a reassignee, the user's posts were removed as well. */
export const userDeleted = defineEvent<{ readonly user: UserRecord; readonly reassignedTo: number | undefined }>(
  'user.deleted',
)
