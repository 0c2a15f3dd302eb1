import { readFileSync } from 'node:fs'
import { endpoint, type Method, type Schema } from '@platen/core'
import type { Site } from '@platen/site'
import { anonymousComments, escapeHtml } from '@platen/site/extend'

/** What the fixture site registers: the shape of `site.json`. */
interface Fixture {
  postTypes: Record<string, FixturePostType>
  taxonomies: Record<string, { label: string; object_types: string[]; hierarchical: boolean; rest_base: string }>
  meta: {
    object: string
    subtype: string
    key: string
    type: ValueType
    single: boolean
    default?: unknown
    schema?: Schema
  }[]
  menuLocations: Record<string, string>
  blockPatterns: { name: string; title: string; content: string; inserter?: boolean; viewportWidth?: number }[]
  sidebars: { id: string; name: string; description: string }[]
  blockPatternCategories: { name: string; label: string; description: string }[]
  settings: { key: string; type: ValueType; default: unknown; schema?: Schema }[]
  anonymousCommentsOn: string[]
  blockTypes: {
    name: string
    api_version: number
    title: string
    category: string
    attributes: Record<string, Schema>
    render?: string
  }[]
  abilityCategories: { slug: string; label: string; description: string }[]
  abilities: FixtureAbility[]
  routes: {
    namespace: string
    route: string
    methods: Method[]
    args: Record<string, Schema>
    capability?: string
  }[]
}

interface FixturePostType {
  label: string
  public: boolean
  hierarchical?: boolean
  rest_base: string
  supports: string[]
  taxonomies?: string[]
  has_archive?: boolean
  capability_type?: [string, string]
  map_meta_cap?: boolean
}

interface FixtureAbility {
  name: string
  label: string
  description: string
  category: string
  handler: 'echo' | 'sum' | 'constant'
  value?: unknown
  capability?: string
  show_in_rest?: boolean
  annotations: Record<string, boolean>
  input_schema?: Schema
  output_schema: Schema
}

type ValueType = 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object'

const fixture = JSON.parse(readFileSync(new URL('../../../test/parity/site.json', import.meta.url), 'utf8')) as Fixture

/** The folder of the fixture's theme. */
export const fixtureThemes = new URL('../../../test/parity/theme/', import.meta.url)

/** The folder of the plugins that the reference's fixture has. */
export const fixturePlugins = new URL('../../../test/parity/plugins/', import.meta.url)

/** Registers what the reference's fixture registers, by the calls that every user has. */
export function registerFixture(site: Site): void {
  for (const [name, type] of Object.entries(fixture.postTypes)) {
    site.registerPostType(name, {
      label: type.label,
      public: type.public,
      hierarchical: type.hierarchical ?? false,
      restBase: type.rest_base,
      supports: type.supports,
      taxonomies: type.taxonomies ?? [],
      hasArchive: type.has_archive ?? false,
      ...(type.capability_type === undefined ? {} : { capabilityType: type.capability_type }),
      ...(type.map_meta_cap === undefined ? {} : { mapMetaCap: type.map_meta_cap }),
    })
  }
  for (const [name, { label, object_types, hierarchical, rest_base }] of Object.entries(fixture.taxonomies)) {
    site.registerTaxonomy(name, { label, objectTypes: object_types, hierarchical, restBase: rest_base })
  }
  site.filter(anonymousComments, ({ value, post }) => value || fixture.anonymousCommentsOn.includes(post.type))
  site.registerTemplate('wide', { title: 'Wide', postTypes: ['page', 'post'] })
  for (const [name, description] of Object.entries(fixture.menuLocations))
    site.registerMenuLocation(name, { description })
  for (const { id, ...sidebar } of fixture.sidebars) site.registerSidebar(id, sidebar)
  for (const { name, ...category } of fixture.blockPatternCategories) site.registerBlockPatternCategory(name, category)
  for (const { name, ...pattern } of fixture.blockPatterns) site.registerBlockPattern(name, pattern)
  for (const meta of fixture.meta) site.registerMeta(meta)
  for (const { key, ...setting } of fixture.settings) site.registerSetting(key, setting)
  for (const { render, api_version: apiVersion, ...type } of fixture.blockTypes) {
    const { attributes } = type
    site.registerBlockType({
      ...type,
      apiVersion,
      ...(render === undefined
        ? {}
        : { render: (given: Readonly<Record<string, unknown>>) => fill(render, given, attributes) }),
    })
  }
  for (const { slug, ...category } of fixture.abilityCategories) site.registerAbilityCategory(slug, category)
  for (const ability of fixture.abilities) registerAbility(site, ability)
  for (const { namespace, route, methods, args, capability } of fixture.routes) {
    site.registerRoute(namespace, route, {
      endpoints: [
        endpoint({
          methods,
          args,
          permission: capability === undefined ? 'public' : { capability },
          handler: request => ({ body: { method: request.method, params: request.params } }),
        }),
      ],
    })
  }
}

/** What the handlers of abilities return. */
const outputs: Record<FixtureAbility['handler'], (input: unknown, value: unknown) => unknown> = {
  echo: input => input,
  sum: input => (input as number[]).reduce((sum, each) => sum + each, 0),
  constant: (_, value) => value,
}

function registerAbility(site: Site, ability: FixtureAbility): void {
  const {
    name,
    handler,
    value,
    capability,
    show_in_rest: showInRest = true,
    input_schema,
    output_schema,
    ...given
  } = ability
  site.registerAbility(name, {
    ...given,
    showInRest,
    inputSchema: input_schema,
    outputSchema: output_schema,
    permission: capability === undefined ? 'public' : { capability },
    execute: input => outputs[handler](input, value),
  })
}

/** Fills a template such as `Rendered {label}` with a block's attributes and their defaults. */
function fill(template: string, given: Readonly<Record<string, unknown>>, attributes: Record<string, Schema>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) =>
    escapeHtml(String(given[name] ?? attributes[name]?.default ?? '')),
  )
}
