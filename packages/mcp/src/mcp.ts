import {
  ErrorCode,
  JSONRPCMessageSchema,
  type JSONRPCRequest,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/sdk/types.js'
import {
  checks,
  createCall,
  endpoint,
  type HandlerRequest,
  type OptionChecks,
  once,
  optionsComplaint,
  type Principal,
  type Reply,
  RestError,
  withoutUndefined,
} from '@platen/core'
import type { SiteContext } from '@platen/site'
import { defineFeature, type Feature, RegistrationError, refusal } from '@platen/site/extend'
import { MAX_CHARACTERS } from './call-tool.js'
import { createExchange, type Exchange } from './create-exchange.js'
import { addPrompts, type McpPrompt } from './prompts.js'

/** The options of `mcp`. */
export interface McpOptions {
  /** The path of the endpoint below the interface's root: `/mcp` by default. */
  readonly path?: string | undefined
  /** The maximum length of the result of a tool, in UTF-16 code units; 20,000 by default. */
  readonly maxCharacters?: number | undefined
  /** Origins of pages that may call it, besides that of the site: `https://chat.example`. */
  readonly origins?: readonly string[] | undefined
  /** Prompts besides the built-in ones; `platen mcp` has them, too. */
  readonly prompts?: readonly McpPrompt[] | undefined
}

const { integer, listOf, url, where } = checks

const optionChecks: OptionChecks<McpOptions> = {
  path: where('a path such as /mcp', value => typeof value === 'string' && /^(?:\/[\w-]+)+$/.test(value)),
  maxCharacters: integer(1_000),
  origins: listOf(url, 'a list of origins'),
  prompts: where('a list of prompts', Array.isArray),
}

/**
 * Serves a site to agents, by the Model Context Protocol over HTTP: `POST {root}/mcp` for callers who have signed in, in any way
 * that the site knows. Tools call the interface as their caller. Throws a `RegistrationError` for invalid options.
 */
export function mcp(options: McpOptions = {}): Feature {
  const complaint = optionsComplaint(options, optionChecks)
  if (complaint !== undefined) throw new RegistrationError(`mcp: ${complaint}`)
  const { path = '/mcp', maxCharacters = MAX_CHARACTERS, origins = [], prompts = [] } = options
  const message = 'The endpoint answers each POST in its response, and has no streams and sessions.'
  const noStream = new RestError('rest_no_stream', message, 405)
  return defineFeature({
    name: 'mcp',
    routes(site: SiteContext) {
      addPrompts(site, prompts)
      const exchange = once(() => createExchange(site, { maxCharacters }))
      const allowed = new Set([site.url, site.apiUrl, ...origins].map(each => new URL(each).origin))
      const permission = (request: HandlerRequest) =>
        !request.principal.authenticated
          ? refusal(request, 'rest_forbidden', 'Sign in to use tools.')
          : request.headers['origin'] === undefined || allowed.has(request.headers['origin'])
            ? true
            : refusal(request, 'rest_forbidden_origin', 'Pages of this origin may not use tools.')
      site.registry.route('', path, {
        endpoints: [
          endpoint({
            methods: 'POST',
            requiresLogin: true,
            // Tools call other endpoints as the same caller, each within its scope.
            anyScope: true,
            permission,
            handler: request => answer(site, request, exchange()),
          }),
          endpoint({
            methods: ['GET', 'DELETE'],
            requiresLogin: true,
            anyScope: true,
            permission: () => noStream,
            handler: () => {
              throw noStream
            },
          }),
        ],
      })
    },
  })
}

/** The error of the protocol for a message that it does not have. */
const invalidMessage = (message: string): Reply => ({
  status: 400,
  body: { jsonrpc: '2.0', id: null, error: { code: ErrorCode.InvalidRequest, message } },
})

/** Whether a value is a request as the protocol has it, but for its parameters, which depend on the method. */
function isRequest(value: unknown): value is JSONRPCRequest {
  if (typeof value !== 'object' || value === null) return false
  const { jsonrpc, id, method, params = {} } = value as Partial<JSONRPCRequest>
  const hasId = typeof id === 'string' || Number.isSafeInteger(id)
  return (
    hasId && jsonrpc === '2.0' && typeof method === 'string' && typeof params === 'object' && !Array.isArray(params)
  )
}

async function answer(site: SiteContext, request: HandlerRequest, exchange: Exchange): Promise<Reply> {
  const version = request.headers['mcp-protocol-version']
  if (version !== undefined && !SUPPORTED_PROTOCOL_VERSIONS.includes(version))
    return invalidMessage(`Supported versions of the protocol: ${SUPPORTED_PROTOCOL_VERSIONS.join(', ')}`)
  const message = request.json
  if (!isRequest(message)) {
    const { success } = JSONRPCMessageSchema.safeParse(message)
    // There is nothing to answer to a notification, and nothing that a client could have been asked.
    return success ? { status: 202, body: undefined } : invalidMessage('The body must be one JSON-RPC message.')
  }
  const caller = {
    call: createCall<Principal>(
      // Values that are undefined would replace those of the request.
      ({ method, path, ...inner }) => request.dispatch({ ...withoutUndefined(inner), method, path }),
      principal => principal,
    ),
    principal: site.principal(request),
    remoteAddress: request.remoteAddress,
  }
  return { body: await exchange(message, caller) }
}
