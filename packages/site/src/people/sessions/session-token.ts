import { createHmac } from 'node:crypto'
import type { StoreSession } from '@platen/storage'
import type { SiteContext } from '../../kernel/context/index.js'
import { storedKey } from '../../kernel/operations/index.js'
import { metaIn, type UserRecord, usersIn, whereMeta } from '../../kernel/records/index.js'
import { RegistrationError } from '../../kernel/registrations/index.js'
import { isSameHash } from '../../kernel/text/index.js'
import { sessionsOption } from './session-options.js'

/** The claims of a session token. */
export interface SessionClaims {
  readonly user: number
  /** Seconds since the Unix epoch. */
  readonly expires: number
  readonly remember: boolean
  /** 22 characters of base64url. */
  readonly id: string
}

/** A token as a client sends it: its signature is not checked yet. */
export interface UncheckedToken extends SessionClaims {
  readonly signature: string
}

/** The value whose change ends all sessions of a user. */
export interface SignedUser extends Pick<UserRecord, 'passwordHash'> {
  readonly epoch: number
}

const MAX_LENGTH = 128
const TOKEN = /^([1-9]\d{0,14})\.([1-9]\d{0,11})\.([01])\.([\w-]{22})\.([\w-]{43})$/

/** The signature of claims about a user: HMAC-SHA256 in base64url. */
export function signatureOf(key: string, claims: SessionClaims, { epoch, passwordHash }: SignedUser): string {
  return createHmac('sha256', key)
    .update(`session\n${payloadOf(claims)}\n${epoch}\n${passwordHash}`)
    .digest('base64url')
}

const payloadOf = ({ user, expires, remember, id }: SessionClaims) => `${user}.${expires}.${remember ? 1 : 0}.${id}`

/** The token with a signature. */
export const tokenOf = (claims: SessionClaims, signature: string): string => `${payloadOf(claims)}.${signature}`

/** Parses a token; returns `undefined` for anything that is not one. */
export function parseToken(text: string): UncheckedToken | undefined {
  const [, user, expires, remember, id, signature] = (text.length <= MAX_LENGTH && TOKEN.exec(text)) || []
  if (id === undefined || signature === undefined) return undefined
  return { user: Number(user), expires: Number(expires), remember: remember === '1', id, signature }
}

const KEY_OPTION = 'session_key'
const MIN_LENGTH = 32

/**
 * Returns the reader of a site's keys, the current one first. Throws a `RegistrationError` for an empty list and for a
 * configured key that is too short.
 */
export function sessionKeys(site: SiteContext): () => Promise<readonly [string, ...string[]]> {
  const keys = sessionsOption.of(site)?.keys
  if (keys === undefined) return async () => [await storedKey(site, KEY_OPTION)]
  const [current, ...older] = keys
  if (current === undefined) throw new RegistrationError('the option sessions.keys is an empty list')
  if (keys.some(key => typeof key !== 'string' || key.length < MIN_LENGTH))
    throw new RegistrationError(`a key in the option sessions.keys has fewer than ${MIN_LENGTH} characters`)
  return async () => [current, ...older]
}

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

/** The nonces of one session. They are bound to it, and end with it. */
export interface SessionNonces {
  nonce(action: string, now: number): string
  check(action: string, nonce: string, now: number): boolean
}

/** A nonce is valid in the tick in which it was created and in the next one: for 12 to 24 hours. */
const TICK_MS = 12 * 60 * 60 * 1000
/** 132 bits. */
const LENGTH = 22

/** Creates the nonces of the session with a token that a key has signed. */
export function sessionNonces(key: string, token: string): SessionNonces {
  let secret: Buffer | undefined
  let last: { readonly of: string; readonly nonce: string } | undefined
  const at = (action: string, tick: number) => {
    const of = `${tick}:${action}`
    if (last?.of === of) return last.nonce
    secret ??= createHmac('sha256', key).update(`nonce\n${token}`).digest()
    const nonce = createHmac('sha256', secret).update(of).digest('base64url').slice(0, LENGTH)
    last = { of, nonce }
    return nonce
  }
  return {
    nonce: (action, now) => at(action, Math.floor(now / TICK_MS)),
    check(action, nonce, now) {
      const tick = Math.floor(now / TICK_MS)
      return nonce.length === LENGTH && (isSameHash(at(action, tick), nonce) || isSameHash(at(action, tick - 1), nonce))
    },
  }
}
