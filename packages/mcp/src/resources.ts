import { RestError } from '@platen/core'
import type { SiteContext } from '@platen/site'
import { callTool, type ToolOptions, type ToolResult } from './call-tool.js'
import type { Caller } from './caller.js'

/** The URI of an item of content. */
export const URI_TEMPLATE = 'content://{type}/{id}'

const RESOURCE = /^content:\/\/([\w-]+)\/(\d{1,15})$/

/** The latest posts as resources; `cursor` is that of the previous page. */
export async function listResources(
  site: SiteContext,
  caller: Caller,
  cursor: string | undefined,
  options: ToolOptions,
): Promise<{ readonly resources: { readonly uri: string; readonly name: string }[]; readonly nextCursor?: string }> {
  const input = { type: 'posts', fields: ['id', 'title'], ...(cursor !== undefined && { cursor }) }
  const { items, cursor: nextCursor } = parsed<{
    readonly items: readonly { readonly id: number; readonly title?: string }[]
    readonly cursor?: string
  }>(await callTool(site, caller, { name: 'list_content', input }, options))
  const resources = items.map(({ id, title }) => ({
    uri: `content://posts/${id}`,
    name: title ?? `posts/${id}`,
    mimeType: 'application/json',
  }))
  return { resources, ...(nextCursor !== undefined && { nextCursor }) }
}

/** Reads an item as `read_content` returns it. Rejects with a `RestError` for what the caller may not read. */
export async function readResource(
  site: SiteContext,
  caller: Caller,
  uri: string,
  options: ToolOptions,
): Promise<string> {
  const [, type, id] = RESOURCE.exec(uri) ?? []
  if (type === undefined) throw new RestError('rest_unknown_resource', 'There is no such resource.', 404)
  return textOf(await callTool(site, caller, { name: 'read_content', input: { type, id: Number(id) } }, options))
}

/** The text of a result. Throws the error of a call that failed. */
function textOf({ content, isError }: ToolResult): string {
  const text = content[0]?.text ?? ''
  if (isError !== true) return text
  const { error } = JSON.parse(text) as { readonly error: { code: string; message: string; status: number } }
  throw new RestError(error.code, error.message, error.status)
}

const parsed = <T>(result: ToolResult): T => JSON.parse(textOf(result)) as T
