import { wrapperAttributes } from '@platen/rendering'
import { defineBlock, INTERACTIVITY, TERM_BORDER, TEXT_COLORS, TYPOGRAPHY } from '../../../kernel/blocks/index.js'
import { usedTerms } from './used-terms.js'

const BRACKETS = { none: '', round: '()', square: '[]', curly: '{}', angle: '<>' } as const

/** `core/term-count`: the number of posts of a term. */
export const termCount = defineBlock({
  name: 'core/term-count',
  apiVersion: 3,
  title: 'Term Count',
  category: 'theme',
  description: 'Shows the number of posts of a term.',
  usesContext: ['termId', 'taxonomy'],
  attributes: {
    bracketType: { type: 'string', enum: ['none', 'round', 'square', 'curly', 'angle'], default: 'round' },
  },
  supports: {
    anchor: true,
    html: false,
    color: TEXT_COLORS,
    spacing: { padding: true },
    typography: TYPOGRAPHY,
    interactivity: INTERACTIVITY,
    __experimentalBorder: TERM_BORDER,
  },

  load: usedTerms,

  render({ bracketType }, _content, terms, scope) {
    const term = terms.of(scope.context)
    if (term === undefined) return ''
    const brackets = BRACKETS[bracketType]
    return `<div${wrapperAttributes(scope)}>${brackets.charAt(0)}${term.count}${brackets.charAt(1)}</div>`
  },
})
