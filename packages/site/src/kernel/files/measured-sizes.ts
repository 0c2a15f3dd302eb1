import type { SiteContext } from '../site-context.js'
import { registrationKey } from './registration-key.js'
import { Registrations } from './registrations.js'

/** Measures one part of a site in bytes; 0 for a part that has no files. */
export type MeasureSize = (site: SiteContext, signal: AbortSignal) => Promise<number>

/** The functions that measure the entries of `/directory-sizes`, by name, such as `themes`. */
export const measuredSizes = registrationKey('sizes', () => new Registrations<MeasureSize>('the size'))
