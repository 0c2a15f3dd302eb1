import { RestError } from '@platen/core'
import type { SiteContext } from '@platen/site'
import { auditRecorder } from '@platen/site/extend'
import type { Caller } from './caller.js'
import { siteTools } from './site-tools.js'
import { shownError } from './tools/results.js'

/** The result of a tool as the protocol has it: JSON as text. */
export interface ToolResult {
  readonly content: { readonly type: 'text'; readonly text: string }[]
  readonly isError?: boolean
  readonly [name: string]: unknown
}

/** The default of `maxCharacters`: about 5,000 tokens. */
export const MAX_CHARACTERS = 20_000

/** The options of tools. */
export interface ToolOptions {
  readonly maxCharacters: number
}

const textOf = (value: unknown): ToolResult['content'] => [{ type: 'text', text: JSON.stringify(value) }]

/**
 * Calls a tool and records the call as an audit event. Errors of the interface are results, from which agents learn; other errors
 * are reported, and become neutral ones.
 */
export async function callTool(
  site: SiteContext,
  caller: Caller,
  { name, input }: { readonly name: string; readonly input: Readonly<Record<string, unknown>> },
  { maxCharacters }: ToolOptions,
): Promise<ToolResult> {
  try {
    const tool = site.get(siteTools).get(name)
    if (tool === undefined) throw new RestError('rest_unknown_tool', 'There is no such tool.', 404)
    const invalid = tool.compiled.validate(input, 'input')
    if (invalid !== undefined) throw new RestError('rest_invalid_param', invalid.message, 400)
    const value = tool.compiled.sanitize(input) as typeof input
    const output = await tool.run(value, { site, call: caller.call, maxCharacters })
    record(site, caller, { name: tool.name })
    return { content: textOf(output) }
  } catch (thrown) {
    const isKnown = thrown instanceof RestError
    if (!isKnown) site.reportError(thrown, { method: 'POST', path: `tool ${name.slice(0, 100)}` })
    const error = isKnown ? thrown : new RestError('rest_internal_error', 'Something went wrong on the server.', 500)
    record(site, caller, { name: site.get(siteTools).has(name) ? name : 'unknown', code: error.code })
    return { content: textOf(shownError(error)), isError: true }
  }
}

function record(site: SiteContext, caller: Caller, detail: { readonly name: string; readonly code?: string }): void {
  const { principal, remoteAddress } = caller
  const via = principal.credential && { via: principal.credential.kind }
  void auditRecorder(site).record({
    kind: 'tool_called',
    actor: principal.user,
    account: principal.user,
    remoteAddress,
    detail: { ...detail, ...via },
  })
}
