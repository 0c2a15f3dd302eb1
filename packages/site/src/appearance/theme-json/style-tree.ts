import { isMap } from '../../kernel/text/index.js'
import { type DraftObject, mapAt, mapValues } from './json-map.js'
import { type Origin, withOrigin, withoutReplacedDefaults } from './presets.js'
import type { ShapeMap, TreeShapes } from './shapes.js'
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
export function styleTree(input: StyleTreeInput, origin: Origin, shapes: TreeShapes): StyleTree {
  const settings = isMap(input.settings) ? cleanTree(input.settings, shapes.settings) : {}
  const styles = isMap(input.styles) ? cleanTree(input.styles, shapes.styles) : {}
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

/** The settings that `appearanceTools` enables, unless they are set explicitly. */
const TOOLS: Readonly<Record<string, readonly string[]>> = {
  background: ['backgroundImage', 'backgroundSize', 'gradient'],
  border: ['color', 'radius', 'style', 'width'],
  color: ['link', 'heading', 'button', 'caption'],
  dimensions: ['aspectRatio', 'height', 'minHeight', 'minWidth', 'width'],
  position: ['sticky'],
  spacing: ['blockGap', 'margin', 'padding'],
  typography: ['lineHeight', 'textColumns'],
}

function expanded(settings: JsonObject): JsonObject {
  const { appearanceTools, ...rest } = settings
  if (appearanceTools !== true) return settings
  const groups = Object.entries(TOOLS).map(([group, names]) => {
    const switchedOn = Object.fromEntries(names.map(name => [name, true]))
    return [group, { ...switchedOn, ...mapAt(rest, group) }]
  })
  return { ...rest, ...Object.fromEntries(groups) }
}

/** Expands `appearanceTools` to individual settings, including in the settings of blocks. */
function withAppearanceTools(settings: JsonObject): JsonObject {
  const blocks = mapAt(settings, 'blocks')
  const result = expanded(settings)
  return Object.keys(blocks).length === 0
    ? result
    : { ...result, blocks: mapValues(blocks, value => (isMap(value) ? expanded(value) : value)) }
}

/**
 * A part of a style tree with only the properties of its shape. Values that are not a map where the shape has one are
 * dropped, and so are maps that become empty.
 */
function cleanTree(tree: JsonObject, shape: ShapeMap): JsonObject {
  const cleaned: DraftObject = {}
  for (const name of Object.keys(tree)) {
    const allowed = Object.hasOwn(shape, name) ? shape[name] : undefined
    if (allowed === undefined) continue
    const value = tree[name]
    if (allowed === 'any') cleaned[name] = value
    else if (typeof allowed === 'function') cleaned[name] = allowed(value)
    else if (isEmpty(value)) cleaned[name] = {}
    else if (isMap(value)) {
      const inner = cleanTree(value, allowed)
      if (Object.keys(inner).length > 0) cleaned[name] = inner
    }
  }
  return cleaned
}

/** Whether a value is an empty map; clients may write it as a list. */
const isEmpty = (value: unknown): boolean =>
  Array.isArray(value) ? value.length === 0 : isMap(value) && Object.keys(value).length === 0
