import { ErrorCode, SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/sdk/types.js'
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
import { invalidMessage, isRequest, isUnanswered } from './messages.js'
import { addPrompts, type McpPrompt, promptChecks } from './prompts.js'

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
  prompts: promptChecks,
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

/** The reply to a message that the protocol does not have. */
const invalid = (message: string): Reply => ({ status: 400, body: invalidMessage(ErrorCode.InvalidRequest, message) })

async function answer(site: SiteContext, request: HandlerRequest, exchange: Exchange): Promise<Reply> {
  const version = request.headers['mcp-protocol-version']
  if (version !== undefined && !SUPPORTED_PROTOCOL_VERSIONS.includes(version))
    return invalid(`Supported versions of the protocol: ${SUPPORTED_PROTOCOL_VERSIONS.join(', ')}`)
  const message = request.json
  if (!isRequest(message))
    return isUnanswered(message) ? { status: 202, body: undefined } : invalid('The body must be one JSON-RPC message.')
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
