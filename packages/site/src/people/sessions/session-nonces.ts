import { createHmac } from 'node:crypto'
import { isSameHash } from '../../kernel/text/index.js'

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
