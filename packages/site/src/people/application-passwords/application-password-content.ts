import { permit } from '../../kernel/context/index.js'
import type { As, AsOf, ContentCalls } from '../../kernel/operations/index.js'
import { type ApplicationPasswordRecord, usersIn } from '../../kernel/records/index.js'
import { recordById } from '../../kernel/rest/index.js'
import { noSuchUser } from '../users/index.js'
import { mayManagePasswords } from './application-password-access.js'
import type { CreatedApplicationPassword, NewApplicationPassword } from './application-password-input.js'
import {
  createApplicationPassword,
  renameApplicationPassword,
  revokeApplicationPassword,
  revokeApplicationPasswords,
} from './application-password-operations.js'
import { passwordsOf } from './stored-passwords.js'

/** Application passwords, in process. All functions reject with the `RestError` that a client would get. */
export interface ApplicationPasswordsContent {
  /** Resolves with the password and its secret, which is available only once. */
  create(input: NewApplicationPassword, by: As): Promise<CreatedApplicationPassword>
  /** The application passwords of a user, the oldest first. */
  list(user: number, by: As): Promise<readonly ApplicationPasswordRecord[]>
  rename(id: number, name: string, by: AsOf): Promise<ApplicationPasswordRecord>
  /** Resolves with the revoked password. */
  revoke(id: number, by: AsOf): Promise<ApplicationPasswordRecord>
  /** Revokes all application passwords of a user; resolves with their number. */
  revokeAll(user: number, by: As): Promise<number>
}

export function applicationPasswordsContent({ site, run, actor }: ContentCalls): ApplicationPasswordsContent {
  return Object.freeze<ApplicationPasswordsContent>({
    create: (input, by) => run(createApplicationPassword, input, by),
    async list(user, by) {
      const reader = await actor(by)
      const owner = await recordById(usersIn(site.store), user)
      if (owner === undefined) throw noSuchUser()
      permit(mayManagePasswords(reader, owner, 'list'))
      return passwordsOf(site, owner)
    },
    rename: (id, name, by) => run(renameApplicationPassword, { id, name, version: by.version }, by),
    revoke: (id, by) => run(revokeApplicationPassword, { id, version: by.version }, by),
    revokeAll: (user, by) => run(revokeApplicationPasswords, { user }, by),
  })
}
