import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { createHttpServer } from '@platen/http'
import { type McpOptions, mcp } from '@platen/mcp'
import type { Test } from 'tap'
import { makeSite, type TestSite, type TestSiteOptions } from '../site/make-site.js'

/** What a tool has answered: its JSON, and whether it is an error. */
export interface Answer {
  readonly isError: boolean
  readonly value: Readonly<Record<string, unknown>>
}

/** Calls a tool. */
export type CallTool = (name: string, input?: Readonly<Record<string, unknown>>) => Promise<Answer>

export interface McpSite extends TestSite {
  readonly url: string
  /** Connects a client of a role, or with an `Authorization` header. */
  connect(as: string): Promise<Client>
}

/** A site with tools, over HTTP. */
export async function mcpSite(t: Test, options: TestSiteOptions = {}, mcpOptions: McpOptions = {}): Promise<McpSite> {
  const made = await makeSite({ ...options, features: [...(options.features ?? []), mcp(mcpOptions)] })
  const server = createHttpServer(made.site)
  const { port } = await server.listen({ host: '127.0.0.1' })
  t.teardown(() => server.close())
  const url = `http://127.0.0.1:${port}${made.site.basePath}/mcp`
  return {
    ...made,
    url,
    async connect(as) {
      const client = new Client({ name: 'test', version: '1' })
      const headers: Record<string, string> = as.startsWith('Basic ') ? { authorization: as } : { 'x-as': as }
      const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } })
      await client.connect(transport as Parameters<Client['connect']>[0])
      t.teardown(() => client.close())
      return client
    },
  }
}

/** Creates the function that calls the tools of a client. */
export const callerOf =
  (client: Client): CallTool =>
  async (name, input = {}) => {
    const { content, isError } = await client.callTool({ name, arguments: input })
    const [{ text }] = content as [{ readonly text: string }]
    return { isError: isError === true, value: JSON.parse(text) as Answer['value'] }
  }
