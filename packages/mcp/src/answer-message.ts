import type { Server } from '@modelcontextprotocol/sdk/server/index.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { isJSONRPCRequest, type JSONRPCMessage, type JSONRPCRequest } from '@modelcontextprotocol/sdk/types.js'

/**
 * Passes one message to a server, and resolves with the response: `undefined` for a notification or a response of the client. The
 * server answers each HTTP request in its response, so it needs no streams.
 */
export async function answerMessage(server: Server, message: JSONRPCMessage): Promise<JSONRPCMessage | undefined> {
  let respond: (message: JSONRPCMessage) => void = () => {}
  const answered = new Promise<JSONRPCMessage>(resolve => {
    respond = resolve
  })
  const isAnswer = (sent: JSONRPCMessage) => 'id' in sent && sent.id === (message as JSONRPCRequest).id
  const transport: Transport = {
    start: async () => {},
    async send(sent) {
      if (isAnswer(sent)) respond(sent)
    },
    close: async () => {},
  }
  await server.connect(transport)
  transport.onmessage?.(message)
  return isJSONRPCRequest(message) ? answered : undefined
}
