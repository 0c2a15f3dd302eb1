import { isMap } from '../../../kernel/text/index.js'
import { mapValues } from '../json-map.js'
import type { JsonObject } from '../theme-json.js'

const CSS = 'css'

const isAdded = (css: unknown, before: unknown): boolean => typeof css === 'string' && css !== '' && css !== before

const innerOf = (before: unknown, key: string): unknown =>
  isMap(before) && Object.hasOwn(before, key) ? before[key] : undefined

/**
 * Whether styles contain custom CSS that they did not have before at the same place: that of the site, of a block, an
 * element, a state, a window width or a variation.
 */
export const addsCss = (styles: unknown, before: unknown): boolean =>
  isMap(styles) &&
  Object.entries(styles).some(([key, value]) => {
    const innerBefore = innerOf(before, key)
    return key === CSS ? isAdded(value, innerBefore) : addsCss(value, innerBefore)
  })

/** Styles without such custom CSS. */
export const withoutAddedCss = (styles: JsonObject, before: unknown): JsonObject =>
  mapValues(styles, (value, key) => {
    const innerBefore = innerOf(before, key)
    if (key === CSS) return isAdded(value, innerBefore) ? undefined : value
    return isMap(value) ? withoutAddedCss(value, innerBefore) : value
  })
