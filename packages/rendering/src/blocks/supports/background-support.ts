import { safeStyle } from '../../sanitize/safe-styles.js'
import { isSafeUrl } from '../../sanitize/safe-urls.js'
import type { BlockValues } from '../block-type.js'
import type { BlockSupports } from './block-supports.js'
import { styleValue, textOf, valuesOf } from './support-values.js'

const IMAGE = /^url\(["']?([^"'()]*)["']?\)$/

/** The URL of a background image: of a file, or as written in CSS. */
const urlOf = (image: unknown): string | undefined => {
  const url = typeof image === 'string' ? IMAGE.exec(image.trim())?.[1] : textOf(valuesOf(image)['url'])
  return url !== undefined && isSafeUrl(url) ? url.trim() : undefined
}

const ENCODED: Readonly<Record<string, string>> = {
  "'": '%27',
  '"': '%22',
  '(': '%28',
  ')': '%29',
  '\\': '%5C',
  ';': '%3B',
}

const cssUrl = (url: string): string => `url('${url.replace(/['"()\\;]/g, found => ENCODED[found] ?? '')}')`

/** The inline style of the background that an editor chose; empty without one. */
export const backgroundStyle = ({ style }: BlockValues, supports: BlockSupports): string => {
  const support = valuesOf(supports['background'])
  const given = valuesOf(valuesOf(style)['background'])
  if (Object.keys(given).length === 0) return ''
  const gradient = support['gradient'] ? styleValue(given['gradient']) : undefined
  const url = support['backgroundImage'] ? urlOf(given['backgroundImage']) : undefined
  const layers = [...(gradient === undefined ? [] : [gradient]), ...(url === undefined ? [] : [cssUrl(url)])]
  const hasImage = given['backgroundImage'] !== undefined
  const size = textOf(given['backgroundSize']) ?? (hasImage ? 'cover' : undefined)
  const position = textOf(given['backgroundPosition']) ?? (size === 'contain' ? '50% 50%' : undefined)
  const declarations: readonly (readonly [property: string, value: string | undefined])[] = [
    ['background-image', layers.length === 0 ? undefined : layers.join(', ')],
    ['background-position', position],
    ['background-repeat', textOf(given['backgroundRepeat'])],
    ['background-size', support['backgroundImage'] ? size : undefined],
    ['background-attachment', textOf(given['backgroundAttachment'])],
  ]
  return safeStyle(declarations.flatMap(([name, value]) => (value === undefined ? [] : [`${name}:${value}`])).join(';'))
}
