import { escapeUrl, filterHtml, normalizeEntities, wrapperAttributes } from '@platen/rendering'
import {
  ALIGNED_TYPOGRAPHY,
  alignmentClasses,
  BORDER,
  COLORS,
  defineBlock,
  escapeProse,
  headingTag,
  INTERACTIVITY,
  linkColorClasses,
  SPACING,
  TERM_BORDER,
  TEXT_COLORS,
  TYPOGRAPHY,
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
