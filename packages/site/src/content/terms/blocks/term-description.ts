import { filterHtml, wrapperAttributes } from '@platen/rendering'
import {
  ALIGNED_TYPOGRAPHY,
  alignmentClasses,
  BORDER,
  defineBlock,
  INTERACTIVITY,
  linkColorClasses,
  SPACING,
} from '../../../kernel/blocks/index.js'
import { usedTerms } from './used-terms.js'

/** `core/term-description`: the description of a term. */
export const termDescription = defineBlock({
  name: 'core/term-description',
  apiVersion: 3,
  title: 'Term Description',
  category: 'theme',
  description: 'Shows the description of a term.',
  usesContext: ['termId', 'taxonomy'],
  attributes: {},
  supports: {
    anchor: true,
    align: ['wide', 'full'],
    html: false,
    color: { link: true, __experimentalDefaultControls: { background: true, text: true } },
    spacing: SPACING,
    typography: ALIGNED_TYPOGRAPHY,
    interactivity: INTERACTIVITY,
    __experimentalBorder: BORDER,
  },

  load: usedTerms,

  render(_attributes, _content, terms, scope) {
    const html = filterHtml(terms.of(scope.context)?.description ?? '', 'description')
    if (html === '') return ''
    const { attributes } = scope.block
    const classes = [...alignmentClasses(attributes), ...linkColorClasses(attributes)]
    return `<div${wrapperAttributes(scope, classes)}>${html}</div>`
  },
})
