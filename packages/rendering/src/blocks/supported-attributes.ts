import type { Schema } from '@platen/core'
import type { BlockAttributes } from './block-type.js'

type Supports = Readonly<Record<string, unknown>>

const STRING: Schema = Object.freeze({ type: 'string' })
const OBJECT: Schema = Object.freeze({ type: 'object' })
const ALIGN: Schema = Object.freeze({
  type: 'string',
  enum: Object.freeze(['left', 'center', 'right', 'wide', 'full', '']),
})

const partOf = (supports: Supports, name: string, part: string): unknown => {
  const support = supports[name]
  return typeof support === 'object' && support !== null ? (support as Supports)[part] : undefined
}

const isOn = (support: unknown): boolean => (Array.isArray(support) ? support.length > 0 : Boolean(support))

/** Whether the support `color` has a part, which it has unless disabled. */
const hasColor = (supports: Supports, part: string): boolean =>
  Boolean(supports['color']) && partOf(supports, 'color', part) !== false

/** The attributes that supports add, each with its condition, in the order in which they follow a block's own. */
const ADDED: readonly (readonly [name: string, schema: Schema, applies: (supports: Supports) => boolean])[] = [
  ['lock', OBJECT, () => true],
  ['metadata', OBJECT, () => true],
  ['align', ALIGN, supports => isOn(supports['align'])],
  ['className', STRING, supports => supports['customClassName'] !== false],
  ['style', OBJECT, supports => supports['customCSS'] !== false],
  ['backgroundColor', STRING, supports => hasColor(supports, 'background')],
  ['textColor', STRING, supports => hasColor(supports, 'text')],
  [
    'gradient',
    STRING,
    supports => isOn(partOf(supports, 'color', 'gradients')) || isOn(partOf(supports, 'background', 'gradient')),
  ],
  ['fontSize', STRING, supports => isOn(partOf(supports, 'typography', 'fontSize'))],
  ['fontFamily', STRING, supports => isOn(partOf(supports, 'typography', '__experimentalFontFamily'))],
  ['borderColor', STRING, supports => isOn(partOf(supports, '__experimentalBorder', 'color'))],
  ['layout', OBJECT, supports => isOn(supports['layout'])],
  ['ariaLabel', STRING, supports => isOn(supports['ariaLabel'])],
  ['anchor', STRING, supports => isOn(supports['anchor'])],
]

const NO_SUPPORTS: Supports = Object.freeze({})

/** The attributes of a block type: its own, and those that its `supports` add. Its own schemas take precedence. */
export const supportedAttributes = (own: BlockAttributes, supports: Supports = NO_SUPPORTS): BlockAttributes => ({
  ...own,
  ...Object.fromEntries(
    ADDED.filter(([name, , applies]) => !Object.hasOwn(own, name) && applies(supports)).map(([name, schema]) => [
      name,
      schema,
    ]),
  ),
})
