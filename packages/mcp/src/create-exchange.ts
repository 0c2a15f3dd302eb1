import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import {
  CallToolRequestSchema,
  ClientRequestSchema,
  ErrorCode,
  type JSONRPCMessage,
  type JSONRPCRequest,
  JSONRPCRequestSchema,
  type RequestId,
} from '@modelcontextprotocol/sdk/types.js'
import type { SiteContext } from '@platen/site'
import { callTool, type ToolOptions } from './call-tool.js'
import type { Caller } from './caller.js'
import { createServer } from './create-server.js'
import type { RequestMessage } from './messages.js'

/** Answers a request of the protocol. */
export type Exchange = (request: RequestMessage, caller: Caller) => Promise<JSONRPCMessage>

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
  return async ({ id: requestId, method, params }, caller) => {
    // The way through the server takes a third of the time of a call: it checks the message six times, and can abort it.
    const call = method === 'tools/call' ? CallToolRequestSchema.safeParse({ method, params }).data : undefined
    if (call !== undefined && call.params.task === undefined) {
      const { name, arguments: input = {} } = call.params
      return { jsonrpc: '2.0', id: requestId, result: await callTool(site, caller, { name, input }, options) }
    }
    await connected
    const id = ++requests
    // The server drops what its schema of requests refuses, without an answer.
    const inner = JSONRPCRequestSchema.safeParse({ jsonrpc: '2.0', id, method, params }).data
    if (inner === undefined) return invalidParams(requestId)
    try {
      const response = await new Promise<JSONRPCMessage>(respond => {
        pending.set(id, { caller, respond })
        transport.onmessage?.(inner)
      })
      return isRefusedInput(response, inner) ? invalidParams(requestId) : { ...response, id: requestId }
    } finally {
      pending.delete(id)
    }
  }
}

const invalidParams = (id: RequestId): JSONRPCMessage => ({
  jsonrpc: '2.0',
  id,
  error: { code: ErrorCode.InvalidParams, message: 'The params are not valid.' },
})

/** Whether a response is the internal error that the server makes of parameters that its schemas refuse. */
const isRefusedInput = (response: JSONRPCMessage, request: JSONRPCRequest): boolean =>
  'error' in response &&
  response.error.code === ErrorCode.InternalError &&
  !ClientRequestSchema.safeParse(request).success
