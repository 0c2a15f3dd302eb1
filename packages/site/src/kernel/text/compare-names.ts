import { compareText, fold } from '@platen/storage'

/** Compares names in the order of stored lists: without regard to case and accents. */
export const compareNames = (a: string, b: string): number => compareText(fold(a), fold(b))
