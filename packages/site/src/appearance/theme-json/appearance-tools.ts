import { isMap } from '../../kernel/text/index.js'
import { mapAt, mapValues } from './json-map.js'
import type { JsonObject } from './theme-json.js'

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
export function withAppearanceTools(settings: JsonObject): JsonObject {
  const blocks = mapAt(settings, 'blocks')
  const result = expanded(settings)
  return Object.keys(blocks).length === 0
    ? result
    : { ...result, blocks: mapValues(blocks, value => (isMap(value) ? expanded(value) : value)) }
}
