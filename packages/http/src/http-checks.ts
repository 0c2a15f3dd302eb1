import { adapterChecks, checks, type OptionChecks } from '@platen/core'
import type { HttpOptions, ServerOptions } from './options.js'

/** Checks of the options of servers. */
export const serverChecks: OptionChecks<ServerOptions> = {
  requestTimeout: checks.count,
  headersTimeout: checks.count,
  stallTimeout: checks.count,
  closeTimeout: checks.count,
}

/** Checks of the options of the adapter. */
export const httpChecks: OptionChecks<HttpOptions> = {
  ...adapterChecks,
  ...serverChecks,
  maxUnreadBytes: checks.positive,
}
