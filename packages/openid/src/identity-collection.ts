import { users } from '@platen/site'
import { defineCollection, integer, one, type RecordOf, text } from '@platen/storage'

/** The subjects of providers that identify users. */
export const openIdIdentities = defineCollection({
  name: 'openIdIdentities',
  columns: { issuer: text(), subject: text(), user: integer() },
  unique: { bySubject: ['issuer', 'subject'] },
  indexes: { byUser: { key: ['user'] } },
  relations: () => ({ owner: one(users, 'user') }),
})

/** A link between a subject of a provider and a user. */
export interface OpenIdIdentity extends RecordOf<typeof openIdIdentities> {}
