import { defineEvent } from '../../kernel/context/index.js'
import type { ApplicationPasswordRecord } from '../../kernel/records/index.js'

/** An application password was created or renamed; `before` is absent for a new one. */
export const applicationPasswordSaved = defineEvent<{
  readonly password: ApplicationPasswordRecord
  readonly before: ApplicationPasswordRecord | undefined
}>('application-password.saved')

/** An application password was revoked. The deletion of its user revokes it without this event. */
export const applicationPasswordRevoked = defineEvent<{ readonly password: ApplicationPasswordRecord }>(
  'application-password.revoked',
)
