import type { RateLimit, RateLimitResult } from '@platen/site'
import type { MessageToProcess, MessageToSupervisor, RateLimitCall } from './messages.js'

/** Rate limits that count in another process. */
export interface SharedRateLimit {
  readonly rateLimit: RateLimit
  /** To be called with each reply. */
  answered(reply: Extract<MessageToProcess, { readonly kind: 'rate-limited' }>): void
}

/** Rate limits for a serving process: all processes count together. `send` sends a message to the supervisor. */
export function createSharedRateLimit(send: (message: MessageToSupervisor) => void): SharedRateLimit {
  const waiting = new Map<number, (result: RateLimitResult | undefined) => void>()
  let last = 0
  const call = (call: RateLimitCall) =>
    new Promise<RateLimitResult | undefined>(resolve => {
      last++
      waiting.set(last, resolve)
      send({ kind: 'rate-limit', id: last, call })
    })
  return {
    rateLimit: {
      take: async uses => (await call({ method: 'take', uses })) ?? { retryAfter: 0 },
      async refund(uses) {
        await call({ method: 'refund', uses })
      },
      async clear(keys) {
        await call({ method: 'clear', keys })
      },
    },
    answered({ id, result }) {
      waiting.get(id)?.(result)
      waiting.delete(id)
    },
  }
}

/** Performs a call of a serving process. */
export async function performCall(rateLimit: RateLimit, call: RateLimitCall): Promise<RateLimitResult | undefined> {
  if (call.method === 'take') return rateLimit.take(call.uses)
  await (call.method === 'clear' ? rateLimit.clear(call.keys) : rateLimit.refund(call.uses))
  return undefined
}
