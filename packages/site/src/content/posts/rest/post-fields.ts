import type { FieldDefinition, JsonGetter, Schema } from '@platen/core'
import { hasBlocks } from '@platen/rendering'
import type { SiteContext } from '../../../kernel/context/index.js'
import type { MetaRecord, PostRecord } from '../../../kernel/records/index.js'
import {
  EDIT,
  flag,
  integer,
  moment,
  sentText,
  setProperty,
  shownField,
  text,
  uri,
  VIEW_EDIT,
  VIEW_EDIT_EMBED,
} from '../../../kernel/rest/index.js'
import { type MetaKey, metaGetters, metaKeys, metaSchema, shownMetaSchema } from '../../meta/index.js'
import { type PostType, postStatuses, supports, taxonomiesOfType } from '../../types/index.js'
import { dateOf, setText } from '../input-values.js'
import type { PostInput } from '../operations/post-input.js'
import { permalinkTemplate, postLink } from '../permalinks/post-link.js'
import { POST_FORMATS } from '../post-meta-keys.js'
import {
  renderedContent,
  renderedContentJson,
  renderedExcerpt,
  renderedExcerptJson,
  renderedTitle,
} from '../post-rendering.js'
import { featuredMediaOf, formatOf, templateOf, termIds } from '../post-values.js'
import { canSeeProtected } from '../rules/post-visibility.js'
import type { PostNeed, PostView } from './post-view.js'

export type PostField = FieldDefinition<PostRecord, PostView, PostNeed, PostInput>
/** A table of fields of posts. */
export type PostFields = Record<string, PostField>

const shown = shownField<PostRecord, PostView, PostNeed>

const dateSchema: Schema = { type: ['string', 'null'], format: 'date-time' }
const rawText = (what: string): Schema => ({ description: `${what} as it is stored.`, type: 'string', context: EDIT })
const renderedText = (what: string, context: readonly string[]): Schema => ({
  description: `${what} as HTML for display.`,
  type: 'string',
  context,
  readonly: true,
})
const protectedFlag: Schema = {
  description: 'Whether a password is needed to see it.',
  type: 'boolean',
  context: VIEW_EDIT_EMBED,
  readonly: true,
}

const isProtected = (post: PostRecord): boolean => post.password !== ''

/** A text that only permitted callers see; it is empty for others. */
const shownTo =
  (render: (post: PostRecord, view: PostView) => string, hidden = ''): JsonGetter<PostRecord, PostView> =>
  (post, view, { context }) =>
    canSeeProtected(post, view.password, context, view.principal) ? render(post, view) : hidden

/** The stored meta of a post for a key, unless the caller may not see the content that it belongs to. */
export const shownMeta = (post: PostRecord, view: PostView, { partOfContent }: MetaKey): readonly MetaRecord[] =>
  partOfContent && !canSeeProtected(post, view.password, view.context, view.principal) ? [] : view.metaOf(post)

/** The JSON string of an empty text. */
const NO_TEXT = '""'

const dateFields: PostFields = {
  date: {
    schema: { description: "The date of publication, in the site's time zone.", ...dateSchema },
    contexts: VIEW_EDIT_EMBED,
    get: post => post.date,
    set: setProperty('date', dateOf),
  },
  date_gmt: {
    schema: { description: 'The date of publication in UTC.', ...dateSchema },
    contexts: VIEW_EDIT,
    get: (post, { options }) => post.dateGmt ?? options.time.toUtc(post.date),
    set: setProperty('dateGmt', dateOf),
  },
  modified: {
    schema: {
      description: "The date of the last change, in the site's time zone.",
      type: 'string',
      format: 'date-time',
    },
    contexts: VIEW_EDIT,
    readonly: true,
    get: post => post.modified,
  },
  modified_gmt: shown(VIEW_EDIT, moment('The date of the last change in UTC.'), post => post.modifiedGmt),
}

const identityFields: PostFields = {
  guid: {
    schema: {
      description: 'An identifier of the post that never changes.',
      type: 'object',
      properties: {
        raw: { description: 'The identifier as it is stored.', type: 'string', context: EDIT, readonly: true },
        rendered: { description: 'The identifier for display.', type: 'string', context: VIEW_EDIT, readonly: true },
      },
    },
    contexts: VIEW_EDIT,
    readonly: true,
    get: { rendered: post => post.guid, raw: post => post.guid },
  },
  id: shown(VIEW_EDIT_EMBED, integer('The identifier of the post.'), post => post.id),
  link: shown(VIEW_EDIT_EMBED, uri("The address of the post's page."), postLink, ['ancestors']),
  slug: {
    schema: text("The post's name in addresses, unique within its type."),
    contexts: VIEW_EDIT_EMBED,
    get: post => post.slug,
    set: setProperty('slug', String),
  },
  type: shown(VIEW_EDIT_EMBED, text('The type of the post.'), post => post.type),
  password: {
    schema: text('A password that protects content and excerpt.'),
    contexts: EDIT,
    get: post => post.password,
    set: setProperty('password', String),
  },
}

const viewableFields: PostFields = {
  permalink_template: shown(EDIT, text("The address with a mark in the slug's place."), permalinkTemplate, [
    'ancestors',
  ]),
  generated_slug: shown(EDIT, text('The slug that the title would give.'), (post, view) => view.generatedSlug(post), [
    'slugs',
  ]),
  class_list: {
    schema: { description: 'The classes that themes style the post by.', type: 'array', items: { type: 'string' } },
    contexts: VIEW_EDIT,
    readonly: true,
    needs: ['terms', 'meta'],
    get: (post, { classes }) => classes.of(post),
    json: (post, { classes }) => classes.json(post),
  },
}

const titleField: PostFields = {
  title: {
    schema: {
      description: 'The title of the post.',
      type: 'object',
      properties: { raw: rawText('The title'), rendered: renderedText('The title', VIEW_EDIT_EMBED) },
    },
    contexts: VIEW_EDIT_EMBED,
    get: { raw: post => post.title, rendered: renderedTitle },
    skipValidation: true,
    set: setText('title'),
  },
}

const contentField: PostFields = {
  content: {
    schema: {
      description: 'The content of the post.',
      type: 'object',
      properties: {
        raw: rawText('The content'),
        rendered: renderedText('The content', VIEW_EDIT),
        block_version: {
          description: 'The version of the block format that the content is in; 0 for none.',
          type: 'integer',
          context: EDIT,
          readonly: true,
        },
        protected: protectedFlag,
      },
    },
    contexts: VIEW_EDIT,
    needs: ['images', 'blocks'],
    get: {
      // Embedded posts are shown to everybody who may read them, and the text behind a password to its editors.
      raw: (post, view, requested) =>
        requested.context === 'embed' && !view.principal.can('edit_post', post)
          ? shownTo(each => each.content)(post, view, requested)
          : post.content,
      rendered: shownTo(renderedContent),
      protected: isProtected,
      block_version: post => (hasBlocks(post.content) ? 1 : 0),
    },
    json: { rendered: shownTo(renderedContentJson, NO_TEXT) },
    skipValidation: true,
    set: setText('content'),
  },
}

const excerptField: PostFields = {
  excerpt: {
    schema: {
      description: 'The excerpt of the post.',
      type: 'object',
      properties: {
        raw: rawText('The excerpt'),
        rendered: renderedText('The excerpt', VIEW_EDIT_EMBED),
        protected: protectedFlag,
      },
    },
    contexts: VIEW_EDIT_EMBED,
    needs: ['images', 'blocks'],
    get: { raw: post => post.excerpt, rendered: shownTo(renderedExcerpt), protected: isProtected },
    json: { rendered: shownTo(renderedExcerptJson, NO_TEXT) },
    skipValidation: true,
    set: setText('excerpt'),
  },
}

const discussionField = (description: string, key: 'commentStatus' | 'pingStatus'): PostField => ({
  schema: { description, type: 'string', enum: ['open', 'closed'] },
  contexts: VIEW_EDIT,
  get: post => post[key],
  set: (draft, value) => {
    draft[key] = String(value)
  },
})

const parentField: PostFields = {
  parent: {
    schema: integer('The id of the parent; 0 for none.'),
    contexts: VIEW_EDIT,
    get: post => post.parent,
    set: setProperty('parent', Number),
  },
}

const stickyField: PostFields = {
  sticky: {
    schema: flag('Whether the post is sticky.'),
    contexts: VIEW_EDIT,
    get: (post, view) => view.sticky.has(post.id),
    set: (draft, value) => {
      draft.sticky = value === true
    },
  },
}

const authorField: PostFields = {
  author: {
    schema: integer('The id of the author.'),
    contexts: VIEW_EDIT_EMBED,
    get: post => post.author,
    set: setProperty('author', Number),
  },
}

const thumbnailField: PostFields = {
  featured_media: {
    schema: integer('The id of the featured image; 0 for none.'),
    contexts: VIEW_EDIT_EMBED,
    needs: ['meta'],
    get: featuredMediaOf,
    set: setProperty('featuredMedia', Number),
  },
}

const discussionFields: PostFields = {
  comment_status: discussionField('Whether comments can be made.', 'commentStatus'),
  ping_status: discussionField('Whether other sites can notify of links.', 'pingStatus'),
}

const orderField: PostFields = {
  menu_order: {
    schema: integer('The position among its siblings.'),
    contexts: VIEW_EDIT,
    get: post => post.menuOrder,
    set: setProperty('menuOrder', Number),
  },
}

const formatField: PostFields = {
  format: {
    schema: { description: 'The format of the post.', type: 'string', enum: [...POST_FORMATS] },
    contexts: VIEW_EDIT,
    needs: ['terms'],
    get: formatOf,
    set: setProperty('format', String),
  },
}

const supportedFields = (type: PostType): PostFields => ({
  ...(supports(type, 'author') && authorField),
  ...(supports(type, 'thumbnail') && thumbnailField),
  ...(supports(type, 'comments') && discussionFields),
  ...(type.hierarchical && parentField),
  ...(supports(type, 'page-attributes') && orderField),
  ...(supports(type, 'post-formats') && formatField),
})

function taxonomyFields(site: SiteContext, type: PostType): PostFields {
  const fields: PostFields = {}
  for (const taxonomy of taxonomiesOfType(site, type)) {
    fields[taxonomy.restBase] = {
      schema: {
        description: `The ids of its terms in the taxonomy ${taxonomy.name}.`,
        type: 'array',
        items: { type: 'integer' },
      },
      contexts: VIEW_EDIT,
      needs: ['terms'],
      get: (post, view) => termIds(view.termsOf(post), taxonomy.name),
      set: (draft, value) => {
        draft.terms = { ...draft.terms, [taxonomy.name]: value as readonly number[] }
      },
    }
  }
  return fields
}

/** The table of fields of a post type, depending on its `supports`. */
export function postFields(site: SiteContext, type: PostType): PostFields {
  const keys = site
    .get(metaKeys)
    .of('post', type.name)
    .filter(key => key.showInRest)
  const statuses = site.get(postStatuses).filter(status => !status.internal)
  return {
    ...dateFields,
    ...identityFields,
    status: {
      schema: { description: 'The status of the post.', type: 'string', enum: statuses.map(status => status.name) },
      // Responses also have statuses that clients cannot set, such as that of the trash.
      responds: text('The status of the post.'),
      contexts: VIEW_EDIT,
      get: post => post.status,
      set: (draft, value) => {
        draft.status = value === null ? '' : String(value)
      },
    },
    ...(type.viewable && viewableFields),
    ...(supports(type, 'title') && titleField),
    ...(supports(type, 'editor') && contentField),
    ...(type.showsExcerpt && excerptField),
    ...supportedFields(type),
    ...(type.sticky && stickyField),
    template: {
      schema: text('The template that shows the post; empty for the usual one.'),
      contexts: VIEW_EDIT,
      needs: ['meta'],
      get: templateOf,
      // Its validator also accepts what a dialect reads as a text.
      skipValidation: true,
      set: (draft, value) => {
        draft.template = sentText(site, value) ?? ''
      },
    },
    ...(supports(type, 'custom-fields')
      ? {
          meta: {
            schema: metaSchema(keys),
            responds: shownMetaSchema(keys),
            contexts: VIEW_EDIT,
            needs: ['meta'] as const,
            get: metaGetters(keys, shownMeta, site.dialect.emptyObjects),
            skipValidation: true,
            set: setProperty('meta', value => value),
          } satisfies PostField,
        }
      : {}),
    ...taxonomyFields(site, type),
  }
}
