import type { CompiledSchema } from '@platen/core'
import { registrationKey } from '@platen/site/extend'
import { currentSchema, type JsonSchema } from './json-schema.js'
import { abilityTools } from './tools/ability-tools.js'
import { contentTools } from './tools/content-tools.js'
import type { Tool } from './tools/tool.js'

/** A tool, its input as clients see it, and the check of its input. */
export interface SiteTool extends Tool {
  readonly shownSchema: JsonSchema
  readonly compiled: CompiledSchema
}

/** The tools of a site by name: those for content, and its abilities. */
export const siteTools = registrationKey('tools of agents', (site): ReadonlyMap<string, SiteTool> => {
  const tools = [...contentTools(site), ...abilityTools(site)]
  return new Map(
    tools.map(tool => {
      const { inputSchema } = tool
      const shownSchema = { ...currentSchema(inputSchema), type: 'object' }
      return [tool.name, Object.freeze<SiteTool>({ ...tool, shownSchema, compiled: site.compile(inputSchema) })]
    }),
  )
})
