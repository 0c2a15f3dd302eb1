import type { FieldDefinition } from '@platen/core'
import { renderComment, sanitizeKey } from '@platen/rendering'
import type { SiteContext } from '../../../kernel/context/index.js'
import { COMMENT, type CommentRecord } from '../../../kernel/records/index.js'
import {
  EDIT,
  integer,
  moment,
  orEmpty,
  sentText,
  setProperty,
  shownField,
  text,
  uri,
  VIEW_EDIT,
  VIEW_EDIT_EMBED,
} from '../../../kernel/rest/index.js'
import { avatarUrls, avatarUrlsSchema } from '../../../people/users/index.js'
import { metaGetters, metaKeys, metaSchema, shownMetaSchema } from '../../meta/index.js'
import { commentPermalink, dateOf, rawOf } from '../../posts/index.js'
import { commentContent } from '../comment-hooks.js'
import type { CommentInput } from '../operations/comment-input.js'
import type { CommentNeed, CommentView } from './comment-view.js'

type CommentField = FieldDefinition<CommentRecord, CommentView, CommentNeed, CommentInput>
type CommentFields = Readonly<Record<string, CommentField>>

const shown = shownField<CommentRecord, CommentView, CommentNeed>

function authorFields(site: SiteContext): CommentFields {
  return {
    author: {
      schema: integer('The id of the user who wrote it; 0 for none.'),
      contexts: VIEW_EDIT_EMBED,
      get: ({ author }) => author,
      set: setProperty('author', Number),
    },
    author_email: {
      schema: { description: 'The email address of the author.', ...site.dialect.clearableUri, format: 'email' },
      responds: orEmpty('The email address of the author.', 'email'),
      contexts: EDIT,
      // An empty address clears it.
      skipValidation: true,
      get: ({ authorEmail }) => authorEmail,
      set: setProperty('authorEmail', value => sentText(site, value) ?? ''),
    },
    author_ip: {
      schema: { description: 'The IP address of the author.', ...site.dialect.clearableUri, format: 'ip' },
      responds: orEmpty('The IP address of the author.', 'ip'),
      contexts: EDIT,
      get: ({ authorIp }) => authorIp,
      set: setProperty('authorIp', value => String(value ?? '')),
    },
    author_name: {
      schema: text('The name of the author.'),
      contexts: VIEW_EDIT_EMBED,
      get: ({ authorName }) => authorName,
      set: setProperty('authorName', String),
    },
    author_url: {
      schema: { description: "The address of the author's own site.", ...site.dialect.clearableUri },
      responds: orEmpty("The address of the author's own site.", 'uri'),
      contexts: VIEW_EDIT_EMBED,
      get: ({ authorUrl }) => authorUrl,
      set: setProperty('authorUrl', value => String(value ?? '')),
    },
    author_user_agent: {
      schema: text('The program that the author wrote it with.'),
      contexts: EDIT,
      get: ({ authorAgent }) => authorAgent,
      set: setProperty('authorAgent', String),
    },
    author_avatar_urls: shown(
      VIEW_EDIT_EMBED,
      avatarUrlsSchema("Addresses of the author's picture, by width.", VIEW_EDIT_EMBED),
      (comment, { avatarEmailOf }) => avatarUrls(site, avatarEmailOf(comment)),
      ['user'],
    ),
  }
}

const isText = (value: object | null): boolean => value !== null && 'raw' in value && typeof value.raw === 'string'

const contentField: CommentField = {
  schema: {
    description: 'The content of the comment.',
    type: 'object',
    properties: {
      raw: { description: 'The content as it is stored.', type: 'string', context: EDIT },
      rendered: {
        description: 'The content as HTML for display.',
        type: 'string',
        context: VIEW_EDIT_EMBED,
        readonly: true,
      },
    },
  },
  contexts: VIEW_EDIT_EMBED,
  skipValidation: true,
  get: {
    raw: ({ content }) => content,
    rendered: (comment, { site, options }) => {
      const { shortcodes, url, hooks } = site
      const html = renderComment(comment.content, { url, shortcodes, emoticons: options.flag('use_smilies', true) })
      return hooks.apply(commentContent, { value: html, comment })
    },
  },
  // A value without text is refused like an empty text.
  set(input, value) {
    const raw = typeof value === 'object' && !isText(value) ? undefined : rawOf(value)
    if (raw !== undefined) input.content = raw
  },
}

/** The table of fields of comments. */
export function commentFields(site: SiteContext): CommentFields {
  const keys = site.get(metaKeys).of('comment', '')
  return {
    id: shown(VIEW_EDIT_EMBED, integer('The identifier of the comment.'), ({ id }) => id),
    post: {
      schema: { description: 'The id of the post.', type: 'integer', default: 0 },
      contexts: VIEW_EDIT,
      get: ({ post }) => post,
      set: setProperty('post', Number),
    },
    parent: {
      schema: { description: 'The id of the comment that it replies to; 0 for none.', type: 'integer', default: 0 },
      contexts: VIEW_EDIT_EMBED,
      get: ({ parent }) => parent,
      set: setProperty('parent', Number),
    },
    ...authorFields(site),
    date: {
      schema: moment("When it was written, in the site's time zone."),
      contexts: VIEW_EDIT_EMBED,
      get: ({ date }) => date,
      set: setProperty('date', dateOf),
    },
    date_gmt: {
      schema: moment('When it was written, in UTC.'),
      contexts: VIEW_EDIT,
      get: ({ dateGmt }) => dateGmt,
      set: setProperty('dateGmt', dateOf),
    },
    content: contentField,
    link: shown(
      VIEW_EDIT_EMBED,
      uri('The URL of the comment on the page of its post.'),
      (comment, { permalinks, postOf }) => {
        const commented = postOf(comment)
        return commented && permalinks
          ? commentPermalink(commented.post, comment.id, permalinks)
          : `${site.url}/#comment-${comment.id}`
      },
      ['permalink'],
    ),
    status: {
      schema: text('Whether it is shown: approved, hold, spam, trash or post-trashed.'),
      contexts: VIEW_EDIT,
      get: ({ status }) => status,
      set: setProperty('status', value => sanitizeKey(String(value))),
    },
    type: shown(
      VIEW_EDIT_EMBED,
      { description: 'The type of the comment.', type: 'string', default: COMMENT },
      ({ type }) => type,
    ),
    meta: {
      schema: metaSchema(keys),
      responds: shownMetaSchema(keys),
      contexts: VIEW_EDIT,
      // Meta values are refused one by one, with their own codes.
      skipValidation: true,
      needs: keys.length > 0 ? ['meta'] : [],
      get: metaGetters(
        keys,
        (comment: CommentRecord, { metaOf }: CommentView) => metaOf(comment),
        site.dialect.emptyObjects,
      ),
      set: setProperty('meta', value => value),
    },
  }
}
