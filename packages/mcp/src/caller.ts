import type { Call } from '@platen/core'
import type { SitePrincipal } from '@platen/site'

/** Who calls tools, and how the tools call the interface as the same caller. */
export interface Caller {
  readonly call: Call
  /** The caller, for audit events. */
  readonly principal: Pick<SitePrincipal, 'user' | 'credential'>
  readonly remoteAddress?: string | undefined
}
