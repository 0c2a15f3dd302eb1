import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import {
  CallToolRequestSchema,
  type JSONRPCMessage,
  type JSONRPCRequest,
  type RequestId,
} from '@modelcontextprotocol/sdk/types.js'
import type { SiteContext } from '@platen/site'
import { callTool, type ToolOptions } from './call-tool.js'
import type { Caller } from './caller.js'
import { createServer } from './create-server.js'

/** Answers a request of the protocol. */
export type Exchange = (request: JSONRPCRequest, caller: Caller) => Promise<JSONRPCMessage>

interface Pending {
  readonly caller: Caller
  readonly respond: (response: JSONRPCMessage) => void
}

/**
 * Creates a server that answers single requests of many callers: creating one for each request would take several times as long as
 * a call. Requests get ids of their own, so that no caller reaches those of another.
 */
export function createExchange(site: SiteContext, options: ToolOptions): Exchange {
  const pending = new Map<RequestId, Pending>()
  const pendingOf = (id: RequestId): Pending => {
    const found = pending.get(id)
    if (found === undefined) throw new TypeError('The request has been answered.')
    return found
  }
  const server = createServer(site, id => pendingOf(id).caller, options)
  const transport: Transport = {
    start: async () => {},
    close: async () => {},
    async send(sent) {
      if (!('method' in sent) && sent.id !== undefined) pendingOf(sent.id).respond(sent)
    },
  }
  const connected = server.connect(transport)
  let requests = 0
  return async (request, caller) => {
    // The way through the server takes a third of the time of a call: it checks the message six times, and can abort it.
    const call = request.method === 'tools/call' ? CallToolRequestSchema.safeParse(request).data : undefined
    if (call !== undefined && call.params.task === undefined) {
      const { name, arguments: input = {} } = call.params
      return { jsonrpc: '2.0', id: request.id, result: await callTool(site, caller, { name, input }, options) }
    }
    await connected
    const id = ++requests
    try {
      const response = await new Promise<JSONRPCMessage>(respond => {
        pending.set(id, { caller, respond })
        transport.onmessage?.({ ...request, id })
      })
      return { ...response, id: request.id }
    } finally {
      pending.delete(id)
    }
  }
}
