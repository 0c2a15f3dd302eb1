import { type BlockValues, escapeHtml, hasLinkColor, wrapperAttributes } from '@platen/rendering'
import { createClassLists } from '../../features/posts/class-list.js'
import type { PostRecord } from '../../features/posts/post-collection.js'
import { postTypes } from '../../registrations/post-types.js'
import { type BlockScope, defineBlock } from '../block-scope.js'
import { TEMPLATE_SUPPORTS } from '../common-supports.js'
import { loadRelations, type PostRelations } from '../posts/post-relations.js'
import { loadQueryPosts } from './load-query.js'

const isCount = (value: unknown): value is number => typeof value === 'number' && Number.isInteger(value) && value > 0

const valuesOf = (value: unknown): BlockValues =>
  typeof value === 'object' && value !== null ? (value as BlockValues) : {}

/** The classes of posts in columns, as the layout of the template says, or in older content that of the query. */
function gridClasses(layout: unknown, displayLayout: unknown): readonly string[] {
  const { type, columnCount } = valuesOf(layout)
  if (type === 'grid' && isCount(columnCount)) return [`columns-${columnCount}`]
  const older = valuesOf(displayLayout)
  return older['type'] === 'flex' && isCount(older['columns'])
    ? ['is-flex-container', `columns-${older['columns']}`]
    : []
}

function postClasses(post: PostRecord, { termsOf, metaOf }: PostRelations, { site }: BlockScope): string {
  const type = site.get(postTypes).get(post.type)
  const classes = type === undefined ? [] : createClassLists({ type, site, termsOf, metaOf }).of(post)
  return escapeHtml(['wp-block-post', ...classes].join(' '))
}

const contextOf = (post: PostRecord): BlockValues => ({ postId: post.id, postType: post.type })

/** `core/post-template`: shows its inner blocks for each post of the query around it. */
export const postTemplate = defineBlock({
  name: 'core/post-template',
  apiVersion: 3,
  title: 'Post Template',
  category: 'theme',
  description: 'Holds the blocks that show each post of a query.',
  ancestor: ['core/query'],
  usesContext: [
    'queryId',
    'query',
    'displayLayout',
    'templateSlug',
    'previewPostType',
    'enhancedPagination',
    'postType',
    'postId',
  ],
  attributes: {},
  supports: TEMPLATE_SUPPORTS,

  async load(uses, scope) {
    const posts = await loadQueryPosts(uses, scope)
    return { posts, relations: await loadRelations(scope, posts.all) }
  },

  repeat: ({ context }, { posts }) => posts.of(context).map(contextOf),

  render(_attributes, _content, { posts, relations }, scope) {
    const { block, context } = scope
    const found = posts.of(context)
    if (found.length === 0) return ''
    const isEnhanced = context['enhancedPagination'] === true
    const items = found.map(post => {
      const html = scope.innerOf(contextOf(post))
      if (html === undefined) return ''
      const key = isEnhanced ? ` data-wp-key="post-template-item-${post.id}"` : ''
      return `<li${key} class="${postClasses(post, relations, scope)}">${html}</li>`
    })
    const classes = [
      ...gridClasses(block.attributes['layout'], context['displayLayout']),
      ...(hasLinkColor(block.attributes) ? ['has-link-color'] : []),
    ]
    return `<ul${wrapperAttributes(scope, classes)}>${items.join('')}</ul>`
  },
})
