import { ReadBuffer, serializeMessage } from '@modelcontextprotocol/sdk/shared/stdio.js'
import { isJSONRPCRequest, type JSONRPCMessage, type RequestId } from '@modelcontextprotocol/sdk/types.js'
import { type Call, type CallOptions, type Principal, RestError } from '@platen/core'
import type { Site, UserRecord } from '@platen/site'
import { actorOf } from '@platen/site/extend'
import { MAX_CHARACTERS } from './call-tool.js'
import { createServer } from './create-server.js'

/** Whom the tools act as: a user or principal, or the caller of an `Authorization` header, who is identified for each call. */
export type McpCaller = { readonly as: UserRecord | Principal } | { readonly authorization: string }

/** The options of `serveLines`. */
export interface McpLines {
  /** The messages of the client, each on a line, such as standard input. */
  readonly input: AsyncIterable<Uint8Array>
  /** Writes a message for the client; the text ends with a line feed. */
  readonly write: (text: string) => void
  /** The maximum length of the result of a tool, in UTF-16 code units; 20,000 by default. */
  readonly maxCharacters?: number | undefined
}

/**
 * Serves a site to an agent that exchanges messages by lines, such as over standard input and output. Resolves when the input has
 * ended and everything is answered. Rejects with a `RestError` if the `Authorization` header identifies nobody.
 */
export async function serveLines(site: Site, caller: McpCaller, lines: McpLines): Promise<void> {
  await site.ready()
  const { input, write, maxCharacters = MAX_CHARACTERS } = lines
  const principal = await principalOf(site, caller)
  const options = (given: CallOptions = {}): CallOptions<UserRecord | Principal> =>
    'as' in caller
      ? { ...given, as: caller.as }
      : { ...given, headers: { ...given.headers, authorization: caller.authorization }, secure: true }
  const call: Call = (method, path, value, given) => site.call(method, path, value, options(given))
  const server = createServer(site.context, () => ({ principal, call }), { maxCharacters })
  const answers = new Map<RequestId, () => void>()
  const unanswered = new Set<Promise<void>>()
  const transport = {
    onmessage: undefined as ((message: JSONRPCMessage) => void) | undefined,
    start: async () => {},
    close: async () => {},
    async send(message: JSONRPCMessage) {
      write(serializeMessage(message))
      if ('id' in message && message.id !== undefined) answers.get(message.id)?.()
    },
  }
  await server.connect(transport)
  const buffer = new ReadBuffer()
  for await (const chunk of input) {
    buffer.append(Buffer.from(chunk))
    for (let message = nextMessage(buffer); message !== null; message = nextMessage(buffer)) {
      if (message === 'invalid') continue
      if (isJSONRPCRequest(message)) expect(message.id)
      transport.onmessage?.(message)
    }
  }
  await Promise.all(unanswered)
  await server.close()

  function expect(id: RequestId): void {
    const answer = new Promise<void>(resolve => answers.set(id, resolve))
    unanswered.add(answer)
    void answer.then(() => {
      answers.delete(id)
      unanswered.delete(answer)
    })
  }
}

/** The next message, `null` if it is not complete yet; a line that is no message is skipped. */
function nextMessage(buffer: ReadBuffer): JSONRPCMessage | 'invalid' | null {
  try {
    return buffer.readMessage()
  } catch {
    return 'invalid'
  }
}

async function principalOf(site: Site, caller: McpCaller) {
  if ('as' in caller) return actorOf(site.context, caller.as)
  const { authorization } = caller
  const principal = await site.authenticate({ method: 'GET', path: '/', headers: { authorization }, secure: true })
  if (!principal.authenticated) throw new RestError('rest_not_logged_in', 'The credentials are not valid.', 401)
  return actorOf(site.context, principal)
}
