import type { Actor, Tx } from '../../../kernel/operations/index.js'
import type { UserRecord } from '../../../kernel/records/index.js'
import { recordChange } from '../../audit/index.js'

/** Records the changes of a user that affect sign-in and permissions. */
export async function recordUserChanges(tx: Tx, actor: Actor, user: UserRecord, before: UserRecord): Promise<void> {
  if (user.passwordHash !== before.passwordHash)
    await recordChange(tx, actor, { kind: 'password_changed', account: user })
  if (user.email !== before.email) await recordChange(tx, actor, { kind: 'email_changed', account: user })
  const roles = [...user.roles].sort()
  const rolesBefore = [...before.roles].sort()
  if (roles.join() === rolesBefore.join()) return
  await recordChange(tx, actor, { kind: 'roles_changed', account: user, detail: { before: rolesBefore, after: roles } })
}
