import { fold } from '@platen/rendering'
import { compareText } from './storage/index.js'

/** Compares names in the order of stored lists: without regard to case and accents. */
export const compareNames = (a: string, b: string): number => compareText(fold(a), fold(b))
