import type { ElementName } from '../shapes.js'

const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6']

/** The selectors of elements. */
export const ELEMENT_SELECTORS: Readonly<Record<ElementName, readonly string[]>> = {
  link: ['a:where(:not(.wp-element-button))'],
  heading: HEADINGS,
  h1: ['h1'],
  h2: ['h2'],
  h3: ['h3'],
  h4: ['h4'],
  h5: ['h5'],
  h6: ['h6'],
  button: ['.wp-element-button', '.wp-block-button__link'],
  caption: ['.wp-element-caption', 'figcaption'],
  cite: ['cite'],
  textInput: [
    'textarea',
    'input:where(:not([type=button],[type=checkbox],[type=image],[type=radio],[type=reset],[type=submit]))',
  ],
  select: ['select'],
}

/** The class of a block: `wp-block-quote`, or `wp-block-my-plugin-note`. */
export const blockClass = (name: string): string => `wp-block-${name.replace(/^core\//, '').replaceAll('/', '-')}`

/** Lowers the specificity of a selector, so that classes of presets and styles of single blocks take precedence. */
export const plainSelector = (selector: string): string => `:root :where(${selector})`

/** Each selector of a list below, or with an ending such as `:hover`. */
export const below = (scope: string, selectors: readonly string[]): string =>
  selectors.map(selector => (scope === '' ? selector : `${scope} ${selector}`)).join(', ')

/** The parts of a selector list, which commas in brackets do not separate. */
export function selectorList(selector: string): readonly string[] {
  const parts: string[] = []
  let depth = 0
  let start = 0
  for (let i = 0; i <= selector.length; i++) {
    const character = selector.charAt(i)
    if (character === '(' || character === '[') depth++
    else if (character === ')' || character === ']') depth--
    else if (i === selector.length || (character === ',' && depth === 0)) {
      const part = selector.slice(start, i).trim()
      if (part !== '') parts.push(part)
      start = i + 1
    }
  }
  return parts
}

/** Appends an ending, such as `:hover`, to each selector of a list; only the ending if there is no selector. */
export const withEnding = (selector: string, ending: string): string =>
  (selector === '' ? [''] : selectorList(selector)).map(part => `${part}${ending}`).join(', ')
