import { escapeUrl, normalizeEntities, wrapperAttributes } from '@platen/rendering'
import {
  ALIGNED_TYPOGRAPHY,
  alignmentClasses,
  COLORS,
  defineBlock,
  escapeProse,
  headingTag,
  INTERACTIVITY,
  linkColorClasses,
  TERM_BORDER,
} from '../../../kernel/blocks/index.js'
import { ancestorsOf, termLink } from '../../posts/index.js'
import { usedTerms } from './used-terms.js'

/** `core/term-name`: the name of a term, maybe as a link to its archive. */
export const termName = defineBlock({
  name: 'core/term-name',
  apiVersion: 3,
  title: 'Term Name',
  category: 'theme',
  description: 'Shows the name of a term.',
  keywords: ['term title'],
  usesContext: ['termId', 'taxonomy'],
  attributes: {
    level: { type: 'number', default: 0 },
    isLink: { type: 'boolean', default: false },
    levelOptions: { type: 'array' },
  },
  supports: {
    anchor: true,
    align: ['wide', 'full'],
    html: false,
    color: COLORS,
    spacing: { padding: true },
    typography: ALIGNED_TYPOGRAPHY,
    interactivity: INTERACTIVITY,
    __experimentalBorder: TERM_BORDER,
  },

  async load(uses, scope) {
    const terms = usedTerms(uses, scope)
    const isLinked = uses.some(({ attributes }) => attributes.isLink)
    return { terms, ancestors: await ancestorsOf(scope.site.store, isLinked ? terms.all : []) }
  },

  render({ level, isLink }, _content, { terms, ancestors }, scope) {
    const term = terms.of(scope.context)
    if (term === undefined) return ''
    const { site, options, block } = scope
    const name = normalizeEntities(escapeProse(term.name))
    const link = escapeUrl(termLink(site, term, ancestors.get(term.id) ?? [], options))
    const html = isLink ? `<a href="${link}">${name}</a>` : name
    const classes = [...alignmentClasses(block.attributes), ...linkColorClasses(block.attributes)]
    const tag = headingTag(level)
    return `<${tag}${wrapperAttributes(scope, classes)}>${html}</${tag}>`
  },
})
