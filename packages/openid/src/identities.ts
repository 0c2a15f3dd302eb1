import { RestError } from '@platen/core'
import { type As, type UserRecord, usersIn } from '@platen/site'
import { type Actor, type ContentCalls, defineOperation, permit, refusal } from '@platen/site/extend'
import { StoreError } from '@platen/storage'
import { type OpenIdIdentity, openIdIdentities } from './identity-collection.js'

/** A subject to link to a user. */
export interface NewOpenIdIdentity {
  /** The id of the user. */
  readonly user: number
  /** The provider's issuer. */
  readonly issuer: string
  /** `sub` in the provider's tokens. */
  readonly subject: string
}

/**
 * The identities of users at providers, in process. Actors who may edit a user may manage its identities; for all
 * others, the functions reject with a `RestError`.
 */
export interface OpenIdIdentities {
  /** Lets a subject sign in as a user. Rejects with `openid_identity_exists` if it identifies somebody already. */
  link(input: NewOpenIdIdentity, by: As): Promise<OpenIdIdentity>
  /** Removes a link, after which the subject is unknown. */
  unlink(id: number, by: As): Promise<OpenIdIdentity>
  /** The identities of a user, the oldest first. */
  list(user: number, by: As): Promise<readonly OpenIdIdentity[]>
}

/** Returns a user if the actor may edit it; throws otherwise. */
function editable(actor: Actor, user: UserRecord | undefined): UserRecord {
  if (user === undefined) throw new RestError('rest_user_invalid_id', 'There is no such user.', 404)
  permit(
    actor.can('edit_user', user) ||
      refusal({ principal: actor }, 'rest_cannot_edit', 'You are not allowed to edit this user.'),
  )
  return user
}

const linkIdentity = defineOperation(async (tx, actor, { user, issuer, subject }: NewOpenIdIdentity) => {
  const { id } = editable(actor, await usersIn(tx.store).get(user))
  try {
    return await tx.store.collection(openIdIdentities).insert({ issuer, subject, user: id })
  } catch (cause) {
    if (!(cause instanceof StoreError && cause.code === 'conflict')) throw cause
    throw new RestError('openid_identity_exists', 'The subject already identifies a user.', 409, { cause })
  }
})

const unlinkIdentity = defineOperation(async (tx, actor, id: number) => {
  const identities = tx.store.collection(openIdIdentities)
  const identity = await identities.get(id)
  if (identity === undefined) throw new RestError('openid_no_identity', 'There is no such identity.', 404)
  editable(actor, await usersIn(tx.store).get(identity.user))
  await identities.remove(id)
  return identity
})

/** The operations on identities of a site. */
export function identitiesContent({ site, run, actor }: ContentCalls): OpenIdIdentities {
  return Object.freeze<OpenIdIdentities>({
    link: (input, by) => run(linkIdentity, input, by),
    unlink: (id, by) => run(unlinkIdentity, id, by),
    async list(user, by) {
      const { id } = editable(await actor(by), await usersIn(site.store).get(user))
      const { eq } = openIdIdentities.where
      return (
        await site.store
          .collection(openIdIdentities)
          .find({ where: eq('user', id), order: [{ by: 'field', field: 'id', direction: 'asc' }] })
      ).records
    },
  })
}
