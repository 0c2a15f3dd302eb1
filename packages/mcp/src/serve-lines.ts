import { ReadBuffer, serializeMessage } from '@modelcontextprotocol/sdk/shared/stdio.js'
import { isJSONRPCRequest, type JSONRPCMessage, type RequestId } from '@modelcontextprotocol/sdk/types.js'
import { type Call, type CallOptions, RestError } from '@platen/core'
import { type Site, type UserRecord, usersIn } from '@platen/site'
import { actorOf } from '@platen/site/extend'
import { MAX_CHARACTERS } from './call-tool.js'
import { createServer } from './create-server.js'

/** Whom the tools act as: a user by id, or the caller of an `Authorization` header. Both are looked up for each call. */
export type McpCaller = { readonly user: number } | { readonly authorization: string }

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
 * ended and everything is answered. Rejects with a `RestError` if there is no such user, or if the header identifies nobody.
 */
export async function serveLines(site: Site, caller: McpCaller, lines: McpLines): Promise<void> {
  await site.ready()
  const { input, write, maxCharacters = MAX_CHARACTERS } = lines
  const principal = await principalOf(site, caller)
  const call: Call = async (method, path, value, { as: _, ...options } = {}) =>
    'user' in caller
      ? site.call(method, path, value, { ...options, as: await userOf(site, caller.user) })
      : site.call(method, path, value, { ...options, headers: headersOf(caller, options.headers), secure: true })
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

const headersOf = ({ authorization }: { readonly authorization: string }, headers: CallOptions['headers'] = {}) => ({
  ...headers,
  authorization,
})

const noUser = (): RestError => new RestError('rest_not_logged_in', 'The credentials are not valid.', 401)

async function userOf({ context }: Site, id: number): Promise<UserRecord> {
  const user = await usersIn(context.store).get(id)
  if (user === undefined) throw noUser()
  return user
}

async function principalOf(site: Site, caller: McpCaller) {
  if ('user' in caller) return actorOf(site.context, await userOf(site, caller.user))
  const headers = headersOf(caller)
  const principal = await site.authenticate({ method: 'GET', path: '/', headers, secure: true })
  if (!principal.authenticated) throw noUser()
  return actorOf(site.context, principal)
}
