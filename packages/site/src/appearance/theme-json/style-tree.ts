import { isMap } from '../../kernel/text/index.js'
import { withAppearanceTools } from './appearance-tools.js'
import { cleanTree } from './clean-tree.js'
import { mapValues } from './json-map.js'
import { type Origin, withOrigin, withoutReplacedDefaults } from './presets.js'
import type { TreeShapes } from './shapes.js'
import { withSpacingScale } from './spacing-scale.js'
import type { JsonObject } from './theme-json.js'
import { resolveVariables } from './variables.js'
import { viewportsOf } from './viewports.js'

/** The settings and styles of a site, a theme, a variation or a user. */
export interface StyleTree {
  readonly settings: JsonObject
  readonly styles: JsonObject
}

/** The input of a style tree; anything except a map counts as empty. */
export interface StyleTreeInput {
  readonly settings?: unknown
  readonly styles?: unknown
}

/** Settings with the preset lists of blocks under their origin, like those of the whole site. */
function withOrigins(settings: JsonObject, origin: Origin): JsonObject {
  const { blocks } = settings
  const result = withSpacingScale(withOrigin(settings, origin), origin)
  if (!isMap(blocks)) return result
  return { ...result, blocks: mapValues(blocks, block => (isMap(block) ? withOrigin(block, origin) : block)) }
}

/**
 * The normalized settings and styles of one origin: without unknown properties, with its presets under its name,
 * expanded shorthands, and references to custom properties in CSS syntax.
 */
export function styleTree(given: StyleTreeInput, origin: Origin, shapes: TreeShapes): StyleTree {
  const settings = isMap(given.settings) ? cleanTree(given.settings, shapes.settings) : {}
  const styles = isMap(given.styles) ? cleanTree(given.styles, shapes.styles) : {}
  const expanded = withOrigins(withAppearanceTools(settings), origin)
  const { viewport, ...rest } = expanded
  return resolveVariables({
    settings: viewport === undefined ? rest : { ...rest, viewport: viewportsOf(viewport) },
    styles,
  })
}

/** Merges a value over another one: maps are merged, any other value replaces. */
function merged(below: unknown, above: unknown): unknown {
  if (!isMap(below) || !isMap(above)) return above
  const result = new Map(Object.entries(below))
  for (const [name, value] of Object.entries(above))
    result.set(name, result.has(name) ? merged(result.get(name), value) : value)
  return Object.fromEntries(result)
}

/** Merges several style trees; the last one has the highest precedence. */
export function mergeTrees(trees: readonly StyleTree[]): StyleTree {
  const both = trees.reduce<unknown>((below, { settings, styles }) => merged(below, { settings, styles }), {
    settings: {},
    styles: {},
  }) as StyleTree
  return { settings: withoutReplacedDefaults(both.settings), styles: both.styles }
}
