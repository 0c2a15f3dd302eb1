import { wrapperAttributes } from '@platen/rendering'
import { defineBlock } from '../block-scope.js'
import { INTERACTIVITY, TEXT_COLORS, TYPOGRAPHY } from '../common-supports.js'
import { contextTerm, loadContextTerms } from './context-term.js'

const BRACKETS = {
  none: ['', ''],
  round: ['(', ')'],
  square: ['[', ']'],
  curly: ['{', '}'],
  angle: ['&lt;', '&gt;'],
} as const

/** `core/term-count`: how many published objects have a term. */
export const termCount = defineBlock({
  name: 'core/term-count',
  apiVersion: 3,
  title: 'Term Count',
  category: 'theme',
  description: 'How many posts have a term.',
  usesContext: ['termId', 'taxonomy'],
  supports: {
    anchor: true,
    html: false,
    color: TEXT_COLORS,
    spacing: { padding: true },
    typography: TYPOGRAPHY,
    interactivity: INTERACTIVITY,
    __experimentalBorder: {
      radius: true,
      color: true,
      width: true,
      style: true,
      __experimentalDefaultControls: { color: true, width: true, style: true },
    },
  },
  attributes: {
    bracketType: { type: 'string', enum: ['none', 'round', 'square', 'curly', 'angle'], default: 'round' },
  },
  load: loadContextTerms,
  render({ bracketType }, _content, loaded, scope) {
    const term = contextTerm(loaded, scope.context)
    if (term === undefined) return ''
    const [open, close] = BRACKETS[bracketType]
    return `<div${wrapperAttributes(scope)}>${open}${term.count}${close}</div>`
  },
})
