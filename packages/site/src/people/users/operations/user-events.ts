import { defineEvent } from '../../../kernel/context/index.js'
import type { UserRecord } from '../../../kernel/records/index.js'

/** A user was created or changed; `before` is absent for a new one. */
export const userSaved = defineEvent<{ readonly user: UserRecord; readonly before: UserRecord | undefined }>(
  'user.saved',
)
/** A user was deleted. Without a reassignee, the user's posts were removed as well. */
export const userDeleted = defineEvent<{ readonly user: UserRecord; readonly reassignedTo: number | undefined }>(
  'user.deleted',
)
