import { type HandlerRequest, memoKey } from '@platen/core'
import type { SiteContext } from '../../kernel/context/index.js'
import type { PostRecord } from '../../kernel/records/index.js'
import type { RateLimitUse } from '../../kernel/services/index.js'
import { clientNetwork } from '../../kernel/web/index.js'
import { rateLimits, tooManyRequests } from '../../people/access/index.js'

const tried = memoKey<Promise<void>>('a password of a post')

/**
 * Counts a password that a request sends for a post, once for each request, before it is compared; the right one is not
 * counted. Rejects with a 429 `rest_too_many_attempts` while the network of the client must wait, because it has tried too
 * many wrong ones.
 */
export const tryPassword = (
  site: SiteContext,
  request: HandlerRequest,
  post: Pick<PostRecord, 'id' | 'password'> | undefined,
  password: unknown,
): Promise<void> | undefined => {
  if (post === undefined || post.password === '' || typeof password !== 'string' || password === '') return undefined
  return request.once(tried, () => countTry(site, request, post, password === post.password))
}

async function countTry(
  site: SiteContext,
  { remoteAddress }: HandlerRequest,
  { id }: Pick<PostRecord, 'id'>,
  isRight: boolean,
): Promise<void> {
  const limits = site.get(rateLimits).postPasswords
  const network = clientNetwork(remoteAddress)
  if (limits === undefined || network === undefined) return
  const { rateLimit } = site.services
  const onPost: RateLimitUse = { key: `post-password:${network}:${id}`, rule: limits.post }
  const onAll: RateLimitUse = { key: `post-password:${network}`, rule: limits.network }
  const { retryAfter } = await rateLimit.take([onPost, onAll])
  if (retryAfter > 0)
    throw tooManyRequests('rest_too_many_attempts', 'Too many wrong passwords. Try again later.', retryAfter)
  if (isRight) await Promise.all([rateLimit.clear([onPost.key]), rateLimit.refund([onAll])])
}
