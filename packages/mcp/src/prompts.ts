import { ErrorCode, type GetPromptResult, McpError } from '@modelcontextprotocol/sdk/types.js'
import { checks } from '@platen/core'
import type { SiteContext } from '@platen/site'
import { RegistrationError, registrationKey } from '@platen/site/extend'
import type { ToolOptions } from './call-tool.js'
import type { Caller } from './caller.js'
import { readResource } from './resources.js'

/** A prompt that people choose in the host of their agent. */
export interface McpPrompt {
  /** Letters of a to z, digits, `_` and `-`; unique on the site. */
  readonly name: string
  /** The name for people. */
  readonly title?: string | undefined
  readonly description: string
  readonly arguments?: readonly McpPromptArgument[] | undefined
  /** What the user says to the agent. `{topic}` stands for the value of the argument `topic`, or for nothing. */
  readonly text: string
  /** The URI of an item that goes with the text, as the caller may read it: `content://{type}/{id}`. */
  readonly resource?: string | undefined
}

/** An argument of a prompt; its value is a text. */
export interface McpPromptArgument {
  readonly name: string
  readonly description: string
  /** False by default. */
  readonly required?: boolean | undefined
}

const TYPE: McpPromptArgument = { name: 'type', description: 'A type of `list_types`, such as posts.', required: true }

const BUILT_IN: readonly McpPrompt[] = [
  {
    name: 'draft_content',
    title: 'Write a draft',
    description: 'Writes a new item about a topic, as a draft.',
    arguments: [TYPE, { name: 'topic', description: 'What it is about.', required: true }],
    text: 'Write a new item of the type {type} about this topic: {topic}\n\nFirst read `describe_type`, and two or three recent items for their tone. Create it as a draft with `create_content`, and tell me its title and link. Do not publish it.',
  },
  {
    name: 'review_content',
    title: 'Review an item',
    description: 'Suggests improvements of an item, and changes nothing until they are accepted.',
    arguments: [TYPE, { name: 'id', description: 'The id of the item.', required: true }],
    text: 'Review this item of the type {type} with the id {id}: facts that need a source, unclear sentences, mistakes in spelling, a title and an excerpt that fit. List your suggestions. Change only those that I accept, with `update_content` and the current `etag`.',
    resource: 'content://{type}/{id}',
  },
]

const { anyText, flag, listOf, required, shaped, text } = checks

const argumentCheck = shaped<McpPromptArgument>({
  name: required(text),
  description: required(anyText),
  required: flag,
})

/** The check of the option `prompts`. */
export const promptChecks = listOf(
  shaped<McpPrompt>({
    name: required(text),
    title: text,
    description: required(text),
    arguments: listOf(argumentCheck, 'a list of arguments'),
    text: required(text),
    resource: text,
  }),
  'a list of prompts',
)

/** The prompts of a site by name. */
export const sitePrompts = registrationKey('prompts of agents', () => new Map(BUILT_IN.map(each => [each.name, each])))

const PLACEHOLDER = /\{(\w+)\}/g

/** Adds prompts to a site. Throws a `RegistrationError` for one that is invalid or exists. */
export function addPrompts(site: SiteContext, prompts: readonly McpPrompt[]): void {
  const existing = site.get(sitePrompts)
  for (const prompt of prompts) {
    const { name, text, resource = '', arguments: args = [] } = prompt
    const refuse = (reason: string) => new RegistrationError(`mcp: the prompt "${name}" ${reason}`)
    if (!/^[\w-]{1,64}$/.test(name)) throw refuse('must have a name of letters, digits, "_" and "-"')
    if (existing.has(name)) throw refuse('exists already')
    const names = new Set(args.map(arg => arg.name))
    for (const [, used = ''] of `${text}${resource}`.matchAll(PLACEHOLDER))
      if (!names.has(used)) throw refuse(`uses {${used}}, which is not one of its arguments`)
    existing.set(name, prompt)
  }
}

/** The prompts as the protocol lists them. */
export const listPrompts = (site: SiteContext) =>
  [...site.get(sitePrompts).values()].map(({ name, title, description, arguments: args = [] }) => ({
    name,
    description,
    arguments: args.map(({ name, description, required = false }) => ({ name, description, required })),
    ...(title !== undefined && { title }),
  }))

/**
 * The messages of a prompt. Rejects with an error of the protocol for arguments that are missing or unknown, and with a
 * `RestError` if the caller may not read its item.
 */
export async function getPrompt(
  site: SiteContext,
  caller: Caller,
  {
    name,
    arguments: given = {},
  }: { readonly name: string; readonly arguments?: Readonly<Record<string, string>> | undefined },
  options: ToolOptions,
): Promise<GetPromptResult> {
  const prompt = site.get(sitePrompts).get(name)
  if (prompt === undefined) throw invalid('There is no such prompt.')
  const { description, text, resource, arguments: args = [] } = prompt
  const values = new Map(Object.entries(given))
  for (const { name, required } of args)
    if (required && !values.get(name)) throw invalid(`The argument ${name} is missing.`)
  if (values.size > args.length || [...values.keys()].some(key => args.every(arg => arg.name !== key)))
    throw invalid(`The arguments are: ${args.map(arg => arg.name).join(', ')}.`)
  const filled = (template: string) => template.replaceAll(PLACEHOLDER, (_, key: string) => values.get(key) ?? '')
  const messages: GetPromptResult['messages'] = [{ role: 'user', content: { type: 'text', text: filled(text) } }]
  if (resource !== undefined) {
    const uri = filled(resource)
    const item = { uri, mimeType: 'application/json', text: await readResource(site, caller, uri, options) }
    messages.push({ role: 'user', content: { type: 'resource', resource: item } })
  }
  return { description, messages }
}

const invalid = (message: string): McpError => new McpError(ErrorCode.InvalidParams, message)
