import { Server, type ServerOptions } from '@modelcontextprotocol/sdk/server/index.js'
import {
  CallToolRequestSchema,
  ErrorCode,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
  type RequestId,
} from '@modelcontextprotocol/sdk/types.js'
import { RestError } from '@platen/core'
import type { SiteContext } from '@platen/site'
import { callTool, type ToolOptions } from './call-tool.js'
import type { Caller } from './caller.js'
import { getPrompt, listPrompts } from './prompts.js'
import { listResources, readResource, URI_TEMPLATE } from './resources.js'
import { siteTools } from './site-tools.js'
import { version } from './version.js'

const INSTRUCTIONS =
  'Tools for the content of a site. Begin with `list_types`. Read an item with `read_content` before you change it, and pass its `etag`. `dryRun` checks a change without storing it.'

/** The version of the protocol's code for a resource that does not exist. */
const RESOURCE_NOT_FOUND = -32002

/** Servers validate what clients answer with it, but this one asks clients nothing. The default takes long to create. */
const noValidator: NonNullable<ServerOptions['jsonSchemaValidator']> = {
  getValidator() {
    throw new TypeError('The server makes no requests.')
  },
}

/** Creates a server of the protocol; `callerOf` returns the caller of a request. Connect it to a transport. */
export function createServer(site: SiteContext, callerOf: (id: RequestId) => Caller, options: ToolOptions): Server {
  const server = new Server(
    { name: 'platen', version },
    {
      capabilities: { tools: {}, resources: {}, prompts: {} },
      instructions: INSTRUCTIONS,
      jsonSchemaValidator: noValidator,
    },
  )
  server.setRequestHandler(ListToolsRequestSchema, async () => ({
    tools: [...site.get(siteTools).values()].map(({ name, description, shownSchema, annotations }) => ({
      name,
      title: annotations.title,
      description,
      inputSchema: { ...shownSchema, type: 'object' as const },
      annotations,
    })),
  }))
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { requestId }) =>
    callTool(site, callerOf(requestId), { name: params.name, input: params.arguments ?? {} }, options),
  )
  server.setRequestHandler(ListResourceTemplatesRequestSchema, async () => ({
    resourceTemplates: [
      {
        uriTemplate: URI_TEMPLATE,
        name: 'Content',
        description: 'An item of content, by a type of `list_types` and its id.',
        mimeType: 'application/json',
      },
    ],
  }))
  server.setRequestHandler(ListResourcesRequestSchema, async ({ params }, { requestId }) =>
    asProtocolError(() => listResources(site, callerOf(requestId), params?.cursor, options)),
  )
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params: { uri } }, { requestId }) => ({
    contents: [
      {
        uri,
        mimeType: 'application/json',
        text: await asProtocolError(() => readResource(site, callerOf(requestId), uri, options)),
      },
    ],
  }))
  server.setRequestHandler(ListPromptsRequestSchema, async () => ({ prompts: listPrompts(site) }))
  server.setRequestHandler(GetPromptRequestSchema, async ({ params }, { requestId }) =>
    asProtocolError(() => getPrompt(site, callerOf(requestId), params, options)),
  )
  return server
}

/** Resources and prompts have no results for errors, only errors of the protocol. */
async function asProtocolError<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof RestError)) throw error
    const { status, code, message } = error
    throw new McpError(status === 404 ? RESOURCE_NOT_FOUND : ErrorCode.InvalidParams, message, { code, status })
  }
}
