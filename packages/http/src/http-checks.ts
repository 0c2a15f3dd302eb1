import { adapterChecks, checks, type OptionChecks } from '@platen/core'
import type { HttpOptions, ServerOptions } from './options.js'

const { callable, count } = checks

/** Checks of the options of servers. */
export const serverChecks: OptionChecks<ServerOptions> = {
  requestTimeout: count,
  stallTimeout: count,
  closeTimeout: count,
}

/** Checks of the options of the adapter. */
export const httpChecks: OptionChecks<HttpOptions> = { ...adapterChecks, ...serverChecks, pages: callable }
