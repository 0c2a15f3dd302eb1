import { fold } from '@platen/rendering'
import type { TermRecord } from '../../features/terms/term-collection.js'
import { compareText } from '../../storage/index.js'

/** Orders terms by their names, without regard to case. */
export const compareNames = (a: TermRecord, b: TermRecord): number =>
  compareText(fold(a.name), fold(b.name)) || a.id - b.id
