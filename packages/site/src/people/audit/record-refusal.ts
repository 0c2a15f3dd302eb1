import type { RefusalHandler } from '@platen/core'
import type { SiteContext } from '../../kernel/context/index.js'
import { auditRecorder } from './audit-recorder.js'

/** Creates the handler that records refused changes by signed-in users. Refused reads are too common to record. */
export const recordRefusal =
  (current: () => SiteContext): RefusalHandler =>
  ({ code }, request) => {
    const { method, route, principal, remoteAddress } = request
    if (method === 'GET' || !principal.authenticated) return
    const site = current()
    const { user, credential } = site.principal(request)
    const via = credential && { via: credential.kind }
    void auditRecorder(site).record({
      kind: 'access_refused',
      actor: user,
      remoteAddress,
      detail: { code, method, route, ...via },
    })
  }
