import type { Call, FromSchema, Schema } from '@platen/core'
import type { SiteContext } from '@platen/site'

/** What a tool works with besides its input. */
export interface ToolScope {
  readonly site: SiteContext
  /** Calls the interface as the caller of the tool. */
  readonly call: Call
  /** The maximum length of a result, in UTF-16 code units. */
  readonly maxCharacters: number
}

/** How a tool affects the site, for clients that decide whether to call it. */
export interface ToolAnnotations {
  readonly title: string
  readonly readOnlyHint?: boolean
  readonly destructiveHint?: boolean
  readonly idempotentHint?: boolean
  readonly openWorldHint?: boolean
}

/** A tool; its schema is that of an object, in draft 4. */
export interface Tool {
  readonly name: string
  readonly description: string
  readonly inputSchema: Schema
  readonly annotations: ToolAnnotations
  /** Receives valid, converted input. Resolves with a JSON value; rejects with the `RestError` of the interface. */
  run(input: Readonly<Record<string, unknown>>, scope: ToolScope): Promise<unknown>
}

/** Declares a tool: infers the type of the input from the properties of its schema. */
export const defineTool = <const P extends Readonly<Record<string, Schema>>>(
  tool: Omit<Tool, 'inputSchema' | 'run'> & {
    readonly properties: P
    run(input: FromSchema<{ readonly type: 'object'; readonly properties: P }>, scope: ToolScope): Promise<unknown>
  },
): Tool => {
  const { properties, run, ...rest } = tool
  const inputSchema = { type: 'object', properties, additionalProperties: false } as const
  return Object.freeze<Tool>({ ...rest, inputSchema, run: (input, scope) => run(input as never, scope) })
}
