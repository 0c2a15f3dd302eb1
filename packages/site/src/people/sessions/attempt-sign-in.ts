import { createHash } from 'node:crypto'
import { foldKey } from '@platen/storage'
import type { SiteContext } from '../../kernel/context/index.js'
import type { RateLimitRule, RateLimitUse } from '../../kernel/services/index.js'
import { clientNetwork, surroundingNetwork } from '../../kernel/web/index.js'
import { rateLimits, tooManyRequests } from '../access/index.js'
import { auditRecorder } from '../audit/index.js'

/** A sign-in as the client sent it. */
export interface SignInAttempt {
  /** The login or email address as entered, if there is one. */
  readonly login?: string | undefined
  /** The address of the client. Without one, nothing is limited. */
  readonly remoteAddress?: string | undefined
  /** The kind of secret, such as `session`, for audit events. */
  readonly via: string
}

/**
 * Checks a secret, such as a password, and limits how often a client can guess it. It counts the attempt before `check`
 * runs, so that concurrent guesses count as well, and refunds it if `check` resolves with anything but `undefined`.
 * Failures are recorded as audit events. While the client must wait, because of the login or its network, it throws a
 * 429 `rest_too_many_attempts` without calling `check`. Clients of other networks are never affected. Other kinds of
 * secrets of the login are not immediately affected: a program with a revoked password does not lock out its user.
 */
export async function attemptSignIn<T>(
  site: SiteContext,
  { login, remoteAddress, via }: SignInAttempt,
  check: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const { rateLimit } = site.services
  const recorder = auditRecorder(site)
  const { account, network } = usesOf(site, { login, remoteAddress, via })
  const uses = [...account, ...network]
  const detail = { via }
  if (uses.length > 0) {
    const { retryAfter } = await rateLimit.take(uses)
    if (retryAfter > 0) {
      await recorder.record({ kind: 'sign_in_throttled', login, remoteAddress, detail })
      throw tooManyRequests('rest_too_many_attempts', 'Too many failed sign-ins. Try again later.', retryAfter)
    }
  }
  let result: T | undefined
  try {
    result = await check()
  } catch (error) {
    await rateLimit.refund(uses)
    throw error
  }
  if (result === undefined) {
    await recorder.record({ kind: 'sign_in_failed', login, remoteAddress, detail })
    return undefined
  }
  // An attacker who signs in to an account of their own must not get more guesses at other accounts.
  if (uses.length > 0) await Promise.all([rateLimit.clear(account.map(({ key }) => key)), rateLimit.refund(network)])
  return result
}

/** How many /64 networks of a /48 may guess at the same time. */
const NEIGHBOURS = 10
/** The maximum delay in seconds for a /48, whose networks may belong to different people. */
const MAX_SHARED_DELAY = 60

const shared = ({ burst, seconds, delay }: RateLimitRule): RateLimitRule => ({
  burst: burst * NEIGHBOURS,
  seconds: seconds / NEIGHBOURS,
  ...(delay && { delay: { ...delay, max: Math.min(delay.max, MAX_SHARED_DELAY) } }),
})

/**
 * The limits that a guess uses: attempts with the login from the network, and attempts from the network and the network
 * around it.
 */
function usesOf(site: SiteContext, { login, remoteAddress, via }: SignInAttempt) {
  const { signIn } = site.get(rateLimits)
  const network = clientNetwork(remoteAddress)
  const nothing: readonly RateLimitUse[] = []
  if (signIn === undefined || network === undefined) return { account: nothing, network: nothing }
  const wide = surroundingNetwork(network)
  const byNetwork: readonly RateLimitUse[] = [
    { key: `sign-in:${network}`, rule: signIn.network },
    ...(wide === undefined ? [] : [{ key: `sign-in:${wide}`, rule: shared(signIn.network) }]),
  ]
  if (login === undefined) return { account: nothing, network: byNetwork }
  // All spellings of a login must share one limit.
  const name = createHash('sha256')
    .update(`${via}\n${foldKey(login.trim())}`)
    .digest('base64url')
  return {
    account: [{ key: `sign-in:${network}:${name}`, rule: signIn.account }],
    network: [
      ...byNetwork,
      ...(wide === undefined ? [] : [{ key: `sign-in:${wide}:${name}`, rule: shared(signIn.account) }]),
    ],
  }
}
