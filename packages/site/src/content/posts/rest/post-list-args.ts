import type { Args, Schema } from '@platen/core'
import type { SiteContext } from '../../../kernel/context/index.js'
import { idsArg, moment, orderArg, pagingArgs } from '../../../kernel/rest/index.js'
import { type PostType, postStatuses, supports, type Taxonomy, taxonomiesOfType } from '../../types/index.js'
import { POST_FORMATS } from '../post-meta-keys.js'

function termsArg(taxonomy: Taxonomy, exclude: boolean): Schema {
  const properties: Record<string, Schema> = {
    terms: { description: 'The ids of terms.', type: 'array', items: { type: 'integer' }, default: [] },
  }
  if (taxonomy.hierarchical)
    properties['include_children'] = {
      description: 'Whether terms below them count as well.',
      type: 'boolean',
      default: false,
    }
  if (!exclude)
    properties['operator'] = {
      description: 'Whether one of the terms is enough, or all are needed.',
      type: 'string',
      enum: ['AND', 'OR'],
      default: 'OR',
    }
  return {
    description: `${exclude ? 'Not those' : 'Only those'} with these terms of the taxonomy ${taxonomy.name}.`,
    type: ['object', 'array'],
    oneOf: [
      { title: 'List of ids', description: 'The ids of terms.', type: 'array', items: { type: 'integer' } },
      {
        title: 'Query',
        description: 'A question about terms.',
        type: 'object',
        properties,
        additionalProperties: false,
      },
    ],
  }
}

export function postListArgs(site: SiteContext, type: PostType, context: Schema): Args {
  const args: Record<string, Schema> = {
    context,
    ...pagingArgs,
    after: moment('Only posts published after this moment.'),
    modified_after: moment('Only posts changed after this moment.'),
    before: moment('Only posts published before this moment.'),
    modified_before: moment('Only posts changed before this moment.'),
    exclude: idsArg('Not the posts with these ids.'),
    include: idsArg('Only the posts with these ids.'),
    search_semantics: { description: 'How the text is looked for.', type: 'string', enum: ['exact'] },
    offset: { description: 'How many posts are skipped.', type: 'integer' },
    order: orderArg('desc'),
    orderby: {
      description: 'What the posts are ordered by.',
      type: 'string',
      enum: [
        'author',
        'date',
        'id',
        'include',
        'modified',
        'parent',
        'relevance',
        'slug',
        'include_slugs',
        'title',
        ...(supports(type, 'page-attributes') ? ['menu_order'] : []),
      ],
      default: 'date',
    },
    search_columns: {
      description: 'Where the text is looked for; everywhere when empty.',
      type: 'array',
      items: { type: 'string', enum: ['post_title', 'post_content', 'post_excerpt'] },
      default: [],
    },
    slug: { description: 'Only posts with one of these slugs.', type: 'array', items: { type: 'string' } },
    status: {
      description: 'Only posts with one of these statuses.',
      type: 'array',
      items: { type: 'string', enum: [...site.get(postStatuses).names(), 'any'] },
      default: 'publish',
    },
  }
  if (supports(type, 'author')) {
    args['author'] = idsArg('Only posts of these authors.')
    args['author_exclude'] = idsArg('Not the posts of these authors.')
  }
  if (supports(type, 'page-attributes'))
    args['menu_order'] = { description: 'Only posts at this position.', type: 'integer' }
  if (type.hierarchical) {
    args['parent'] = idsArg('Only posts below these.')
    args['parent_exclude'] = idsArg('Not the posts below these.')
  }
  const taxonomies = taxonomiesOfType(site, type)
  if (taxonomies.length > 0)
    args['tax_relation'] = {
      description: 'Whether all conditions on terms must hold, or one.',
      type: 'string',
      enum: ['AND', 'OR'],
    }
  for (const taxonomy of taxonomies) {
    args[taxonomy.restBase] = termsArg(taxonomy, false)
    args[`${taxonomy.restBase}_exclude`] = termsArg(taxonomy, true)
  }
  if (type.sticky) {
    args['sticky'] = { description: 'Only sticky posts, or only the others.', type: 'boolean' }
    args['ignore_sticky'] = { description: 'Whether sticky posts are not put first.', type: 'boolean', default: true }
  }
  if (supports(type, 'post-formats')) {
    args['format'] = {
      description: 'Only posts of these formats.',
      type: 'array',
      items: { type: 'string', enum: [...POST_FORMATS] },
      uniqueItems: true,
    }
  }
  return args
}
