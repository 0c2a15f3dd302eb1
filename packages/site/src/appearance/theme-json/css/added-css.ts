import { isMap } from '../../../kernel/text/index.js'
import { mapValues } from '../json-map.js'
import type { JsonObject } from '../theme-json.js'

const CSS = 'css'

const isAdded = (css: unknown, known: unknown): boolean => typeof css === 'string' && css !== '' && css !== known

const innerOf = (before: unknown, key: string): unknown =>
  isMap(before) && Object.hasOwn(before, key) ? before[key] : undefined

/**
 * Whether styles contain custom CSS that they did not have before at the same place: that of the site, of a block, an
 * element, a state, a window width or a variation.
 */
export const addsCss = (styles: unknown, before: unknown): boolean =>
  isMap(styles) &&
  Object.entries(styles).some(([key, value]) => {
    const known = innerOf(before, key)
    return key === CSS ? isAdded(value, known) : addsCss(value, known)
  })

/** Styles without such custom CSS. */
export const withoutAddedCss = (styles: JsonObject, before: unknown): JsonObject =>
  mapValues(styles, (value, key) => {
    const known = innerOf(before, key)
    if (key === CSS) return isAdded(value, known) ? undefined : value
    return isMap(value) ? withoutAddedCss(value, known) : value
  })
