import { escapeUrl, wrapperAttributes } from '@platen/rendering'
import { termLink } from '../../permalinks/term-link.js'
import { defineBlock } from '../block-scope.js'
import { ALIGNED_TYPOGRAPHY, COLORS, INTERACTIVITY } from '../common-supports.js'
import { alignmentClasses, headingTag } from '../site/heading-tag.js'
import { contextTerm, loadContextTerms } from './context-term.js'
import { termNameText } from './term-name-text.js'

/** `core/term-name`: the name of a term, as a heading or a paragraph. */
export const termName = defineBlock({
  name: 'core/term-name',
  apiVersion: 3,
  title: 'Term Name',
  category: 'theme',
  description: 'The name of a term.',
  keywords: ['term title'],
  usesContext: ['termId', 'taxonomy'],
  supports: {
    anchor: true,
    align: ['wide', 'full'],
    html: false,
    color: COLORS,
    spacing: { padding: true },
    typography: ALIGNED_TYPOGRAPHY,
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
    level: { type: 'number', default: 0 },
    isLink: { type: 'boolean', default: false },
    levelOptions: { type: 'array' },
  },
  load: loadContextTerms,
  render({ level, isLink }, _content, loaded, scope) {
    const term = contextTerm(loaded, scope.context)
    if (term === undefined) return ''
    const { site, options } = scope
    const url = () => escapeUrl(termLink(site, term, loaded.ancestors.get(term.id) ?? [], options))
    const text = termNameText(term.name)
    const tag = headingTag(level, 2)
    const attributes = wrapperAttributes(scope, alignmentClasses(scope.block))
    return `<${tag}${attributes}>${isLink ? `<a href="${url()}">${text}</a>` : text}</${tag}>`
  },
})
