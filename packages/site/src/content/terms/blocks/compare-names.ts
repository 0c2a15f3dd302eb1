import { compareNames as compareTexts } from '../../compare-names.js'
import type { TermRecord } from '../../features/terms/term-collection.js'

/** Orders terms by their names, without regard to case and accents. */
export const compareNames = (a: TermRecord, b: TermRecord): number => compareTexts(a.name, b.name) || a.id - b.id
