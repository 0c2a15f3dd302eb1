import type { dialects } from '@platen/site'

/** The name of a dialect. */
export type DialectName = keyof typeof dialects
