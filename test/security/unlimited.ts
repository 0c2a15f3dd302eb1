import type { QueryLimits } from '@platen/core'

/** No limits: what is behind them is measured. */
export const unlimited: QueryLimits = {
  maxTextLength: Number.POSITIVE_INFINITY,
  maxItems: Number.POSITIVE_INFINITY,
  maxDepth: Number.POSITIVE_INFINITY,
  maxQueryLength: Number.POSITIVE_INFINITY,
  maxPathLength: Number.POSITIVE_INFINITY,
  maxEmbedTime: Number.POSITIVE_INFINITY,
}
