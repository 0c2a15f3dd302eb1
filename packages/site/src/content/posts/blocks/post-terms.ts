import { escapeAttribute, escapeUrl, filterHtml, normalizeEntities, wrapperAttributes } from '@platen/rendering'
import {
  ALIGNED_TYPOGRAPHY,
  alignmentClasses,
  type BlockScope,
  BORDER,
  COLORS,
  defineBlock,
  escapeProse,
  INTERACTIVITY,
  linkColorClasses,
  SPACING,
} from '../../../kernel/blocks/index.js'
import { taxonomies } from '../../types/index.js'
import { ancestorsOf, termLink } from '../index.js'
import { loadRelations } from './post-relations.js'
import { usedPosts } from './used-posts.js'

const NAME = 'wp-block-post-terms'

/** Whether everybody may see the terms of a taxonomy. */
function isShown({ site }: BlockScope, name: string): boolean {
  const taxonomy = site.get(taxonomies).get(name)
  return taxonomy?.publiclyQueryable === true && !taxonomy.restricted
}

const part = (name: string, html: string): string =>
  html === '' ? '' : `<span class="${NAME}__${name}">${html}</span>`

/** `core/post-terms`: the terms of a post in one taxonomy, as links. */
export const postTerms = defineBlock({
  name: 'core/post-terms',
  apiVersion: 3,
  title: 'Post Terms',
  category: 'theme',
  description: 'Shows the categories, tags or other terms of a post.',
  usesContext: ['postId', 'postType'],
  attributes: {
    term: { type: 'string' },
    separator: { type: 'string', default: ', ' },
    prefix: { type: 'string', default: '', role: 'content' },
    suffix: { type: 'string', default: '', role: 'content' },
  },
  supports: {
    anchor: true,
    html: false,
    color: COLORS,
    spacing: SPACING,
    typography: ALIGNED_TYPOGRAPHY,
    interactivity: INTERACTIVITY,
    __experimentalBorder: BORDER,
  },
  example: { viewportWidth: 350 },

  async load(uses, scope) {
    const posts = await usedPosts(uses, scope)
    const { termsOf } = await loadRelations(scope, posts.all)
    const ancestors = await ancestorsOf(scope.site.store, posts.all.flatMap(termsOf))
    return { posts, termsOf, ancestors }
  },

  render({ term: name = '', separator, prefix, suffix }, _content, { posts, termsOf, ancestors }, scope) {
    const post = posts.of(scope.context)
    if (post === undefined || !isShown(scope, name)) return ''
    const { site, options } = scope
    const terms = termsOf(post).filter(term => term.taxonomy === name)
    if (terms.length === 0) return ''
    const links = terms.map(term => {
      const link = termLink(site, term, ancestors.get(term.id) ?? [], options)
      return `<a href="${escapeUrl(link)}" rel="tag">${normalizeEntities(escapeProse(term.name))}</a>`
    })
    const { attributes } = scope.block
    const classes = [`taxonomy-${name}`, ...alignmentClasses(attributes), ...linkColorClasses(attributes)]
    const between = part('separator', separator === '' ? ' ' : escapeAttribute(separator))
    const around = (html: string) => filterHtml(html, 'excerpt')
    return `<div${wrapperAttributes(scope, classes)}>${part('prefix', around(prefix))}${links.join(between)}${part('suffix', around(suffix))}</div>`
  },
})
