import type { dialects } from '@platen/site'

export type DialectName = keyof typeof dialects
