import type { Attributes, IOptions } from 'sanitize-html'
import { sanitizeTags } from '#sanitize-tags'

const PAINT = [
  'fill',
  'fill-opacity',
  'fill-rule',
  'clip-rule',
  'stroke',
  'stroke-dasharray',
  'stroke-dashoffset',
  'stroke-linecap',
  'stroke-linejoin',
  'stroke-miterlimit',
  'stroke-opacity',
  'stroke-width',
  'opacity',
  'transform',
]

/** The allowed elements of drawings, with the attributes that describe their shape. */
const SHAPES: Readonly<Record<string, readonly string[]>> = {
  svg: ['xmlns', 'viewBox', 'preserveAspectRatio'],
  g: [],
  path: ['d', 'pathLength'],
  circle: ['cx', 'cy', 'r'],
  ellipse: ['cx', 'cy', 'rx', 'ry'],
  line: ['x1', 'x2', 'y1', 'y2'],
  polygon: ['points'],
  polyline: ['points'],
  rect: ['x', 'y', 'width', 'height', 'rx', 'ry'],
  title: [],
  desc: [],
}

/** Matches numbers, names, colors and transformations, but no references. */
const plainValue = /^[\w\s.,#%()+-]*$/
const reference = /url/i
const NAMESPACE = 'http://www.w3.org/2000/svg'

const safeAttributes = (attributes: Attributes): Attributes =>
  Object.fromEntries(
    Object.entries(attributes).filter(([name, value]) =>
      name === 'xmlns' ? value === NAMESPACE : plainValue.test(value) && !reference.test(value),
    ),
  )

const OPTIONS: IOptions = {
  allowedTags: Object.keys(SHAPES),
  allowedAttributes: Object.fromEntries(
    Object.entries(SHAPES).map(([element, own]) => [element, [...own, ...(element === 'title' ? [] : PAINT)]]),
  ),
  nonTextTags: ['script', 'style', 'foreignObject', 'textarea', 'option', 'noscript'],
  // Elements without content stay self-closing, as drawing programs write them.
  selfClosing: Object.keys(SHAPES).filter(element => !['svg', 'g', 'title', 'desc'].includes(element)),
  parser: { lowerCaseTags: false, lowerCaseAttributeNames: false, recognizeSelfClosing: true },
  transformTags: { '*': (tagName, attribs) => ({ tagName, attribs: safeAttributes(attribs) }) },
  exclusiveFilter: ({ tag }) => !Object.hasOwn(SHAPES, tag),
}

/** The drawing in a text: from the first `<svg` to the last `</svg>`. */
const drawingIn = (text: string): string => {
  const start = text.indexOf('<svg')
  const end = text.lastIndexOf('</svg>')
  return start === -1 || end < start ? '' : text.slice(start, end + '</svg>'.length)
}

/**
 * Reduces an SVG drawing to shapes and their paint. Removes scripts, styles, links, images, ids and comments, and the
 * size of the drawing, which its container determines. Empty if the text has no drawing.
 */
export const sanitizeSvg = (svg: string): string => drawingIn(sanitizeTags(drawingIn(svg), OPTIONS).trim())
