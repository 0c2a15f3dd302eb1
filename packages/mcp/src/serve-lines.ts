import { ErrorCode } from '@modelcontextprotocol/sdk/types.js'
import { type Call, type CallOptions, RestError } from '@platen/core'
import { type Site, type UserRecord, usersIn } from '@platen/site'
import { actorOf } from '@platen/site/extend'
import { MAX_CHARACTERS } from './call-tool.js'
import { createExchange } from './create-exchange.js'
import { invalidMessage, isRequest, isUnanswered } from './messages.js'

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
  const exchange = createExchange(site.context, { maxCharacters })
  const send = (message: object) => write(`${JSON.stringify(message)}\n`)
  const unanswered = new Set<Promise<void>>()
  for await (const line of linesOf(input)) {
    const message = parsed(line)
    if (message === undefined) send(invalidMessage(ErrorCode.ParseError, 'The line is not JSON.'))
    else if (isRequest(message)) {
      const answered: Promise<void> = exchange(message, { principal, call })
        .then(send)
        .finally(() => unanswered.delete(answered))
      unanswered.add(answered)
    } else if (!isUnanswered(message))
      send(invalidMessage(ErrorCode.InvalidRequest, 'A line must be one JSON-RPC message.'))
  }
  await Promise.all(unanswered)
}

/** The lines of a text that are not empty. */
async function* linesOf(input: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let parts: string[] = []
  for await (const chunk of input) {
    const [rest = '', ...others] = decoder.decode(chunk, { stream: true }).split('\n')
    parts.push(rest)
    for (const next of others) {
      const line = parts.join('')
      if (line.trim() !== '') yield line
      parts = [next]
    }
  }
  const last = parts.join('')
  if (last.trim() !== '') yield last
}

/** The value of a line; `undefined` if it is not JSON. */
function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
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
