import type { TermRecord } from '../../../kernel/records/index.js'
import { compareNames as compareTexts } from '../../../kernel/text/index.js'

/** Orders terms by their names, without regard to case and accents. */
export const compareNames = (a: TermRecord, b: TermRecord): number => compareTexts(a.name, b.name) || a.id - b.id
