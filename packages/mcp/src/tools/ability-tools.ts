import type { Schema } from '@platen/core'
import type { SiteContext } from '@platen/site'
import { type Ability, abilities, abilityMethod } from '@platen/site/extend'
import { succeeded } from './results.js'
import type { Tool } from './tool.js'
import { within } from './trim.js'

/** The abilities that `abilities: { content: true }` adds, whose work the tools for content do. */
const CONTENT = /^content\/(?:list|read|create|update|trash)-/

/** No client accepts longer names. */
const LONGEST_NAME = 64

/** The abilities that REST shows, as tools: `shop/count-stock` is `shop__count-stock`. */
export function abilityTools(site: SiteContext): readonly Tool[] {
  const tools = new Map<string, Tool>()
  for (const ability of site.get(abilities).filter(each => each.showInRest && !CONTENT.test(each.name))) {
    const name = freeName(ability.name.replaceAll('/', '__'), tools)
    tools.set(name, abilityTool(site, ability, name))
  }
  return [...tools.values()]
}

function freeName(wanted: string, taken: ReadonlyMap<string, unknown>): string {
  const short = wanted.slice(0, LONGEST_NAME)
  for (let number = 2, name = short; ; number++) {
    if (!taken.has(name)) return name
    const suffix = `-${number}`
    name = short.slice(0, LONGEST_NAME - suffix.length) + suffix
  }
}

function abilityTool({ dialect }: SiteContext, ability: Ability, name: string): Tool {
  const { label, description, annotations, inputSchema } = ability
  const method = abilityMethod(ability)
  const path = `/${dialect.prefix}-abilities/v1/abilities/${ability.name}/run`
  const takesObject = inputSchema?.type === 'object'
  return Object.freeze<Tool>({
    name,
    description,
    annotations: {
      title: label,
      ...(typeof annotations.readonly === 'boolean' && { readOnlyHint: annotations.readonly }),
      ...(typeof annotations.destructive === 'boolean' && { destructiveHint: annotations.destructive }),
      ...(typeof annotations.idempotent === 'boolean' && { idempotentHint: annotations.idempotent }),
    },
    inputSchema: takesObject ? inputSchema : objectOf(inputSchema),
    async run(input, { call, maxCharacters }) {
      const sent = inputSchema === undefined ? undefined : takesObject ? input : input['input']
      const value = sent === undefined ? {} : { input: sent }
      const result = method === 'POST' ? call(method, path, value) : call(method, path, undefined, { query: value })
      const { value: output, cut } = within(succeeded(await result).body, maxCharacters)
      return { result: output, ...(Object.keys(cut).length > 0 && { cut }) }
    },
  })
}

/** The input of tools is an object, that of abilities any value. */
const objectOf = (schema: Schema | undefined): Schema => ({
  type: 'object',
  properties: schema === undefined ? {} : { input: schema },
  additionalProperties: false,
})
