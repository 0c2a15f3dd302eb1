import { safeStyle } from '../../sanitize/safe-styles.js'
import { isSafeUrl } from '../../sanitize/safe-urls.js'
import type { BlockValues } from '../block-type.js'
import type { BlockSupports } from './block-supports.js'
import { type Declaration, styleValue, textOf, valuesOf } from './support-values.js'

const IMAGE = /^url\(["']?([^"'()]*)["']?\)$/
const GRADIENT = /^[a-z-]+-gradient\(/

const ENCODED: Readonly<Record<string, string>> = {
  "'": '%27',
  '"': '%22',
  '(': '%28',
  ')': '%29',
  '\\': '%5C',
  ';': '%3B',
}

const cssUrl = (url: string): string => `url('${url.replace(/['"()\\;]/g, found => ENCODED[found] ?? '')}')`

/** A background image as in CSS: of a file, or as written. */
const imageOf = (image: unknown): string | undefined => {
  if (typeof image !== 'string') {
    const url = textOf(valuesOf(image)['url'])
    return url !== undefined && isSafeUrl(url) ? cssUrl(url.trim()) : undefined
  }
  const written = image.trim()
  const url = IMAGE.exec(written)?.[1]
  return (url !== undefined && isSafeUrl(url)) || GRADIENT.test(written) ? written : undefined
}

const isEmpty = (image: unknown): boolean => typeof image === 'object' && Object.keys(valuesOf(image)).length === 0

/** The inline style of the background that an editor chose; empty without one. */
export const backgroundStyle = ({ style }: BlockValues, supports: BlockSupports): string => {
  const support = valuesOf(supports['background'])
  const given = valuesOf(valuesOf(style)['background'])
  if (Object.keys(given).length === 0 || !(support['gradient'] || support['backgroundImage'])) return ''
  const gradient = support['gradient'] ? styleValue(given['gradient'], 'gradient') : undefined
  const image = support['backgroundImage'] ? imageOf(given['backgroundImage']) : undefined
  const layers = [gradient, image].filter(layer => layer !== undefined)
  const hasImage = given['backgroundImage'] !== undefined && !isEmpty(given['backgroundImage'])
  const size = textOf(given['backgroundSize']) ?? (hasImage ? 'cover' : undefined)
  const position = textOf(given['backgroundPosition']) ?? (size === 'contain' ? '50% 50%' : undefined)
  const layer: Declaration = ['background-image', layers.length === 0 ? undefined : layers.join(', ')]
  const rest: readonly Declaration[] = [
    ['background-position', position],
    ['background-repeat', textOf(given['backgroundRepeat'])],
    ['background-size', support['backgroundImage'] ? size : undefined],
    ['background-attachment', textOf(given['backgroundAttachment'])],
  ]
  const declarations = image === undefined ? [...rest, layer] : [layer, ...rest]
  return safeStyle(declarations.flatMap(([name, value]) => (value === undefined ? [] : [`${name}:${value}`])).join(';'))
}
