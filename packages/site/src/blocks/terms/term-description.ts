import { filterHtml, wrapperAttributes } from '@platen/rendering'
import { defineBlock } from '../block-scope.js'
import { ALIGNED_TYPOGRAPHY, BORDER, INTERACTIVITY, SPACING } from '../common-supports.js'
import { alignmentClasses } from '../site/heading-tag.js'
import { contextTerm, loadContextTerms } from './context-term.js'

/** `core/term-description`: the description of a term; nothing if it has none. */
export const termDescription = defineBlock({
  name: 'core/term-description',
  apiVersion: 3,
  title: 'Term Description',
  category: 'theme',
  description: 'The description of a term.',
  usesContext: ['termId', 'taxonomy'],
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
  attributes: {},
  load: loadContextTerms,
  render(_attributes, _content, loaded, scope) {
    const description = contextTerm(loaded, scope.context)?.description ?? ''
    if (description.trim() === '') return ''
    const attributes = wrapperAttributes(scope, alignmentClasses(scope.block))
    return `<div${attributes}>${filterHtml(description, 'description')}</div>`
  },
})
