import { type BlockPlace, wrapperAttributes } from '@platen/rendering'
import {
  ALIGNED_TYPOGRAPHY,
  alignmentClasses,
  type BlockScope,
  BORDER,
  defineBlock,
  escapeProse,
  headingTag,
  INTERACTIVITY,
  SPACING,
  TEXT_COLORS,
} from '../../kernel/blocks/index.js'
import { queryType } from './query-condition.js'
import { queryRequest } from './query-request.js'

/** The name of the type of the posts of a query, or of the post around the block. */
function typeName(scope: BlockScope & BlockPlace): string {
  const { context, shown, postId } = scope
  const name = context['query'] === undefined ? shown.get(postId)?.type : queryRequest(context, scope).type
  return (name === undefined ? undefined : queryType(scope, name))?.labels['singular_name'] ?? ''
}

/**
 * `core/query-title`: the title of a list of posts. Titles of archives and searches belong to the page around a query,
 * which exists only within a template.
 */
export const queryTitle = defineBlock({
  name: 'core/query-title',
  apiVersion: 3,
  title: 'Query Title',
  category: 'theme',
  description: 'Shows the title of a list of posts.',
  usesContext: ['query'],
  attributes: {
    type: { type: 'string' },
    level: { type: 'number', default: 1 },
    levelOptions: { type: 'array' },
    showPrefix: { type: 'boolean', default: true },
    showSearchTerm: { type: 'boolean', default: true },
  },
  supports: {
    anchor: true,
    align: ['wide', 'full'],
    html: false,
    color: TEXT_COLORS,
    spacing: SPACING,
    typography: ALIGNED_TYPOGRAPHY,
    interactivity: INTERACTIVITY,
    __experimentalBorder: BORDER,
  },
  example: { attributes: { type: 'search' } },

  render({ type, level, showPrefix }, _content, _loaded, scope) {
    if (type !== 'post-type') return ''
    const name = escapeProse(typeName(scope))
    if (name === '') return ''
    const tag = headingTag(level)
    const wrapper = wrapperAttributes(scope, alignmentClasses(scope.block.attributes))
    return `<${tag}${wrapper}>${showPrefix ? `Post Type: &#8220;${name}&#8221;` : name}</${tag}>`
  },
})
