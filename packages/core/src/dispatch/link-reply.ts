import { type InterfaceNames, withCuries } from '../links.js'
import type { Reply } from '../registry/definition.js'
import { NO_HEADERS, NO_LINKS, type Outcome } from './outcome.js'

/** The stage `link`: adds the links of a single resource to its body. Items of a list have theirs already. */
export function linkReply(body: unknown, reply: Reply, cacheable: boolean, names: InterfaceNames): Outcome {
  const { status = 200, headers, links, linkHeader, state, context } = reply
  const linked = links === undefined ? body : { ...(body as Record<string, unknown>), _links: withCuries(links, names) }
  return {
    status,
    headers: headers ?? NO_HEADERS,
    body: linked,
    linkHeader: linkHeader ?? NO_LINKS,
    state,
    context,
    cacheable: cacheable && status === 200,
  }
}
