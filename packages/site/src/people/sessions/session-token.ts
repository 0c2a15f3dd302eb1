import { createHmac } from 'node:crypto'
import type { UserRecord } from '../../kernel/records/index.js'

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
