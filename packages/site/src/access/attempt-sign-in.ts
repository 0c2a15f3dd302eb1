import { createHash } from 'node:crypto'
import { foldKey } from '@platen/rendering'
import { auditRecorder } from '../features/audit/audit-recorder.js'
import { oncePerSite } from '../once-per-site.js'
import type { RateLimitRule, RateLimitUse } from '../services/rate-limit.js'
import type { SiteContext } from '../site-context.js'
import { clientNetwork, surroundingNetwork } from './client-network.js'
import { resolvedRateLimits } from './rate-limit-options.js'
import { tooManyRequests } from './too-many-requests.js'

/** A sign-in as the client sent it. */
export interface SignInAttempt {
  /** The login or email address as it was typed, if there is one. */
  readonly login?: string | undefined
  /** The address of the client. Without one, nothing is limited. */
  readonly remoteAddress?: string | undefined
  /** What the secret is, such as `session`: for audit events. */
  readonly via: string
}

/**
 * Checks a secret, such as a password, as often as a client may guess. It counts the attempt before `check` runs, so that
 * guesses at the same time count as well, and forgets it if `check` resolves with anything but `undefined`. Failures are
 * recorded as audit events. Throws a 429 `rest_too_many_attempts` without calling `check` while the client has to wait: for
 * the login or for its network. Clients of other networks are never affected, and other kinds of secrets of the login not
 * at once: a program whose password was revoked does not keep its user from signing in.
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
  let found: T | undefined
  try {
    found = await check()
  } catch (error) {
    await rateLimit.refund(uses)
    throw error
  }
  if (found === undefined) {
    await recorder.record({ kind: 'sign_in_failed', login, remoteAddress, detail })
    return undefined
  }
  // A guesser who has an account as well must not gain guesses at others.
  if (uses.length > 0) await Promise.all([rateLimit.clear(account.map(({ key }) => key)), rateLimit.refund(network)])
  return found
}

const rateLimitsOf = oncePerSite((site: SiteContext) => resolvedRateLimits(site.config.rateLimits))

/** How many /64 networks of a /48 may guess at the same time. */
const NEIGHBOURS = 10
/** Somebody else may have a network of the same /48: the longest delay in seconds. */
const MAX_SHARED_DELAY = 60

const shared = ({ burst, seconds, delay }: RateLimitRule): RateLimitRule => ({
  burst: burst * NEIGHBOURS,
  seconds: seconds / NEIGHBOURS,
  ...(delay && { delay: { ...delay, max: Math.min(delay.max, MAX_SHARED_DELAY) } }),
})

/** What a guess uses: attempts with the login from the network, and attempts from the network and its surroundings. */
function usesOf(site: SiteContext, { login, remoteAddress, via }: SignInAttempt) {
  const { signIn } = rateLimitsOf(site)
  const network = clientNetwork(remoteAddress)
  const nothing: readonly RateLimitUse[] = []
  if (signIn === undefined || network === undefined) return { account: nothing, network: nothing }
  const wide = surroundingNetwork(network)
  const byNetwork: readonly RateLimitUse[] = [
    { key: `sign-in:${network}`, rule: signIn.network },
    ...(wide === undefined ? [] : [{ key: `sign-in:${wide}`, rule: shared(signIn.network) }]),
  ]
  if (login === undefined) return { account: nothing, network: byNetwork }
  // Every way to write a login must count as the same.
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
