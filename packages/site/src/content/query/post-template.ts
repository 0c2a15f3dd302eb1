import { addToFirstTag, type BlockValues, escapeHtml, repeatedClasses, wrapperAttributes } from '@platen/rendering'
import {
  type BlockScope,
  columnClasses,
  countOnce,
  defineBlock,
  isNumberOrText,
  linkColorClasses,
  membersOf,
  TEMPLATE_SUPPORTS,
} from '../../kernel/blocks/index.js'
import type { PostRecord } from '../../kernel/records/index.js'
import { loadRelations, type PostRelations } from '../posts/blocks/index.js'
import { type ClassLists, createClassLists } from '../posts/index.js'
import { postTypes } from '../types/index.js'
import { loadQueryPosts } from './load-query.js'

/** The classes of posts in columns, from the layout of the template, or in older content from that of the query. */
function gridClasses(layout: unknown, displayLayout: unknown): readonly string[] {
  const { type, columnCount, minimumColumnWidth } = membersOf(layout)
  const classes = type === 'grid' ? columnClasses(columnCount, minimumColumnWidth) : []
  if (classes.length > 0) return classes
  const older = membersOf(displayLayout)
  return older['type'] === 'flex' && isNumberOrText(older['columns'])
    ? ['is-flex-container', `columns-${older['columns']}`]
    : []
}

/** Creates the function that writes the classes of posts of any types. */
function createPostClasses({ termsOf, metaOf }: PostRelations, { site }: BlockScope): (post: PostRecord) => string {
  const types = site.get(postTypes)
  const lists = new Map<string, ClassLists>()
  return post => {
    const type = types.get(post.type)
    if (type === undefined) return 'wp-block-post'
    const existing = lists.get(type.name)
    const classes = existing ?? createClassLists({ type, site, termsOf, metaOf })
    if (existing === undefined) lists.set(type.name, classes)
    return escapeHtml(`wp-block-post ${classes.of(post).join(' ')}`)
  }
}

const contextOf = (post: PostRecord): BlockValues => ({ postId: post.id, postType: post.type })

/** `core/post-template`: shows its inner blocks for each post of the query around it. */
export const postTemplate = defineBlock({
  name: 'core/post-template',
  apiVersion: 3,
  title: 'Post Template',
  category: 'theme',
  description: 'Contains the blocks that show each post of a query.',
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
    const listed = posts.of(context)
    if (listed.length === 0) return ''
    const isEnhanced = context['enhancedPagination'] === true
    const classesOf = createPostClasses(relations, scope)
    const place = { ...scope, count: countOnce(scope.count) }
    const wrapper = wrapperAttributes(place, [
      ...linkColorClasses(block.attributes),
      ...gridClasses(block.attributes['layout'], context['displayLayout']),
    ])
    const repeated = repeatedClasses(place)
    const items = listed.map(post => {
      const html = scope.innerOf(contextOf(post))
      if (html === undefined) return ''
      const key = isEnhanced ? ` data-wp-key="post-template-item-${post.id}"` : ''
      return `<li${key} class="${classesOf(post)}">${addToFirstTag(html, repeated)}</li>`
    })
    return `<ul${wrapper}>${items.join('')}</ul>`
  },
})
