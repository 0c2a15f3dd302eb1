import type { FieldDefinition, Schema } from '@platen/core'
import type { SiteContext } from '../../../kernel/context/index.js'
import type { PostRecord } from '../../../kernel/records/index.js'
import {
  EDIT,
  integer,
  moment,
  orEmpty,
  orNull,
  text,
  uri,
  VIEW_EDIT,
  VIEW_EDIT_EMBED,
} from '../../../kernel/rest/index.js'
import { metaGetters, metaKeys, metaSchema, shownMetaSchema } from '../../meta/index.js'
import { postLink, renderedContent, renderedExcerpt, shownTitle } from '../../posts/index.js'
import type { PostType } from '../../types/index.js'
import { isRevision } from '../revision-records.js'
import type { RevisionNeed, RevisionView } from './revision-view.js'

type RevisionField = FieldDefinition<PostRecord, RevisionView, RevisionNeed, never>
export type RevisionFields = Record<string, RevisionField>

/** The fields of a post type, whose texts revisions show. */
export type ShownPostFields = Readonly<Record<string, Pick<RevisionField, 'schema' | 'contexts'> | undefined>>

const guidProperty = (description: string, context: readonly string[]): Schema => ({
  description,
  type: 'string',
  context,
  readonly: true,
})

const guidOf = (post: PostRecord, { site }: RevisionView): string => post.guid || `${site.url}/?p=${post.id}`

/** Drafts with a floating date have none. */
const dateOf = ({ date, dateGmt }: PostRecord): string | null => (dateGmt === null ? null : date)

/** The fields that all revisions have. */
export const recordFields = {
  author: {
    schema: integer('The id of the user who created the revision.'),
    contexts: VIEW_EDIT_EMBED,
    get: (post: PostRecord) => post.author,
  },
  date: {
    schema: moment("The date of the revision, in the site's time zone."),
    responds: orNull(moment("The date of the revision, in the site's time zone; null for a draft without one.")),
    contexts: VIEW_EDIT_EMBED,
    get: dateOf,
  },
  date_gmt: {
    schema: moment('The date of the revision in UTC.'),
    responds: orNull(moment('The date of the revision in UTC; null for a draft without one.')),
    contexts: VIEW_EDIT,
    get: (post: PostRecord) => post.dateGmt,
  },
  id: {
    schema: integer('The identifier of the revision.'),
    contexts: VIEW_EDIT_EMBED,
    get: (post: PostRecord) => post.id,
  },
  modified: {
    schema: moment("The date of the last change, in the site's time zone."),
    contexts: VIEW_EDIT,
    get: (post: PostRecord) => post.modified,
  },
  modified_gmt: {
    schema: moment('The date of the last change in UTC.'),
    contexts: VIEW_EDIT,
    get: (post: PostRecord) => post.modifiedGmt,
  },
  parent: {
    schema: integer('The id of the post.'),
    contexts: VIEW_EDIT_EMBED,
    get: (post: PostRecord) => post.parent,
  },
} as const satisfies Record<string, FieldDefinition<PostRecord, unknown, never, never>>

const postRevisionFields: RevisionFields = {
  ...recordFields,
  guid: {
    schema: {
      description: 'An identifier of the revision that never changes.',
      type: 'object',
      properties: {
        raw: guidProperty('The identifier as it is stored.', EDIT),
        rendered: guidProperty('The identifier for display.', VIEW_EDIT),
      },
    },
    contexts: VIEW_EDIT,
    readonly: true,
    get: { rendered: guidOf, raw: guidOf },
  },
  slug: {
    schema: text('The name of the revision.'),
    contexts: VIEW_EDIT_EMBED,
    get: post => post.slug,
  },
}

/** The texts of a revision; their schemas are those of the post's own fields. */
const TEXTS: Readonly<Record<string, Pick<RevisionField, 'get' | 'needs'>>> = {
  // An autosave of one's own draft is the draft itself, which may have a password.
  title: { get: { raw: post => post.title, rendered: shownTitle } },
  content: { needs: ['images', 'blocks'], get: { raw: post => post.content, rendered: renderedContent } },
  excerpt: {
    needs: ['images', 'blocks'],
    // Revisions show no excerpt that is generated from the content.
    get: {
      raw: post => post.excerpt,
      rendered: (post, view) => (post.excerpt === '' ? '' : renderedExcerpt(post, view)),
    },
  },
}

function textFields(shown: ShownPostFields): RevisionFields {
  const fields: RevisionFields = {}
  for (const [name, textField] of Object.entries(TEXTS)) {
    const field = shown[name]
    if (field !== undefined) fields[name] = { schema: field.schema, contexts: field.contexts, ...textField }
  }
  return fields
}

/** The guid of revisions of a type whose posts show none: clients get both forms in every context that shows it. */
const plainGuid: RevisionFields = {
  guid: {
    schema: { description: 'An identifier of the revision that never changes.', type: 'string' },
    responds: {
      description: 'An identifier of the revision that never changes.',
      type: 'object',
      required: ['rendered', 'raw'],
      properties: {
        rendered: text('The identifier for display.'),
        raw: text('The identifier as it is stored.'),
      },
    },
    contexts: VIEW_EDIT,
    get: (post, view) => ({ rendered: guidOf(post, view), raw: guidOf(post, view) }),
  },
}

/** The table of fields of the revisions of a post type. */
export function revisionFields(site: SiteContext, type: PostType, shown: ShownPostFields): RevisionFields {
  const keys = site
    .get(metaKeys)
    .of('post', type.name)
    .filter(key => key.showInRest)
  return {
    ...postRevisionFields,
    ...(shown['guid'] === undefined && plainGuid),
    ...textFields(shown),
    meta: {
      schema: metaSchema(keys),
      responds: shownMetaSchema(keys),
      contexts: VIEW_EDIT,
      needs: ['meta'],
      get: metaGetters(keys, (post: PostRecord, view: RevisionView) => view.metaOf(post), site.dialect.emptyObjects),
    },
  }
}

/** The field that autosaves have besides those of revisions. */
export const previewField: RevisionFields = {
  preview_link: {
    schema: uri('The URL where the page of the post shows the autosave; empty for types without pages.'),
    responds: orEmpty('The URL where the page of the post shows the autosave; empty for types without pages.', 'uri'),
    contexts: EDIT,
    readonly: true,
    needs: ['preview'],
    get: previewLink,
  },
}

/**
 * The URL where the page of a post shows an autosave: its permalink with `preview`, and with `preview_id` unless the
 * autosave is the draft itself. Empty for types without pages.
 */
function previewLink(autosave: PostRecord, view: RevisionView): string {
  const { previewed, type } = view
  if (previewed === undefined || !type.viewable) return ''
  const link = postLink(previewed, view)
  const named = isRevision(autosave) ? `preview_id=${previewed.id}&` : ''
  return `${link}${link.includes('?') ? '&' : '?'}${named}preview=true`
}
