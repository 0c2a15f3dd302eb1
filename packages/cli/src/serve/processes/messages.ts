import type { RateLimitResult, RateLimitUse } from '@platen/site'

/** A call of the rate limits, which all processes share. */
export type RateLimitCall =
  | { readonly method: 'take' | 'refund'; readonly uses: readonly RateLimitUse[] }
  | { readonly method: 'clear'; readonly keys: readonly string[] }

/** What a serving process sends to the first process of the command. */
export type MessageToSupervisor =
  | { readonly kind: 'ready' }
  | { readonly kind: 'rate-limit'; readonly id: number; readonly call: RateLimitCall }

/** What it receives; only `take` has a result. */
export type MessageToProcess =
  | { readonly kind: 'end' }
  | { readonly kind: 'rate-limited'; readonly id: number; readonly result: RateLimitResult | undefined }

/** Whether a message is one of these: libraries of the site can send others. */
export const isMessage = <M extends { readonly kind: string }>(
  message: unknown,
  kinds: readonly M['kind'][],
): message is M =>
  typeof message === 'object' && message !== null && 'kind' in message && kinds.some(kind => kind === message.kind)

/** The environment variable of serving processes: `first` for the one that creates the site and prints, else `other`. */
export const PROCESS_VARIABLE = 'PLATEN_PROCESS'

export type ProcessRole = 'first' | 'other'
