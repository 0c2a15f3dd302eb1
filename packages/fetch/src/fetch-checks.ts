import { adapterChecks, checks, type OptionChecks } from '@platen/core'
import type { FetchOptions } from './options.js'

/** Checks of the options of the adapter. */
export const fetchChecks: OptionChecks<FetchOptions> = { ...adapterChecks, clientAddress: checks.callable }
