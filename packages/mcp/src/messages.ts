import { type ErrorCode, JSONRPCMessageSchema, type RequestId } from '@modelcontextprotocol/sdk/types.js'

/** A request as the protocol has it, but for its parameters, which depend on the method. */
export interface RequestMessage {
  readonly id: RequestId
  readonly method: string
  readonly params?: unknown
}

/** Whether a message is a request. */
export function isRequest(message: unknown): message is RequestMessage {
  if (typeof message !== 'object' || message === null) return false
  const { jsonrpc, id, method, params = {} } = message as Record<keyof RequestMessage | 'jsonrpc', unknown>
  const hasId = typeof id === 'string' || Number.isSafeInteger(id)
  return (
    hasId && jsonrpc === '2.0' && typeof method === 'string' && typeof params === 'object' && !Array.isArray(params)
  )
}

/** Whether a message has no answer: a notification, or the response to a request, which servers never send. */
export const isUnanswered = (message: unknown): boolean => JSONRPCMessageSchema.safeParse(message).success

/** The error for a message that is not one of the protocol. */
export const invalidMessage = (code: ErrorCode, message: string) => ({
  jsonrpc: '2.0',
  id: null,
  error: { code, message },
})
