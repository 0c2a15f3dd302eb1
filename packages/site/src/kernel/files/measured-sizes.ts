import { registrationKey, type SiteContext } from '../context/index.js'
import { Registrations } from '../registrations/index.js'

/** Measures one part of a site in bytes; 0 for a part that has no files. */
export type MeasureSize = (site: SiteContext, signal: AbortSignal) => Promise<number>

/** The functions that measure the entries of `/directory-sizes`, by name, such as `themes`. */
export const measuredSizes = registrationKey('sizes', () => new Registrations<MeasureSize>('the size'))
