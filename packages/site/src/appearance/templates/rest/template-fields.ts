import type { ArgValidator, FieldDefinition, Schema } from '@platen/core'
import { hasBlocks, renderTitle } from '@platen/rendering'
import { rawOf, renderedTitle } from '../../../content/posts/index.js'
import { postStatuses } from '../../../content/types/index.js'
import type { SiteContext } from '../../../kernel/context/index.js'
import {
  EMBED_VIEW_EDIT,
  flag,
  integer,
  nullable,
  orNull,
  setProperty,
  shownField,
  text,
  VIEW_EDIT,
  VIEW_EDIT_EMBED,
} from '../../../kernel/rest/index.js'
import { storedContent, themes } from '../../themes/index.js'
import type { TemplateInput } from '../operations/template-input.js'
import { originalSourceOf, type Template } from '../template.js'
import type { TemplateKind } from '../template-kind.js'
import type { TemplateNeed, TemplateView } from './template-view.js'

type TemplateField = FieldDefinition<Template, TemplateView, TemplateNeed, TemplateInput>
/** A table of fields of templates. */
export type TemplateFields = Record<string, TemplateField>

const shown = shownField<Template, TemplateView, TemplateNeed>

/** A moment of the post of a stored template. */
const date = (description: string): Schema => ({ description, type: ['string', 'null'], format: 'date-time' })

const setText =
  (name: 'title' | 'content') =>
  (input: TemplateInput, value: unknown): void => {
    const raw = rawOf(value)
    // An editor that shows no title sends back an empty one.
    const isUnset = raw === undefined || (name === 'title' && raw === '' && typeof value !== 'string')
    if (!isUnset) input[name] = raw
  }

/** The blocks of a template; those of themes already contain the blocks of patterns. */
const shownContent = ({ source, content }: Template, { site, options }: TemplateView): string =>
  source === 'theme' ? content : storedContent(site, options, content)

function titleOf(template: Template, view: TemplateView): string {
  const { title } = view.textsOf(template)
  const { site } = view
  return template.post === undefined ? renderTitle(title, site) : renderedTitle({ ...template.post, title }, { site })
}

/** The display name of a template's author: a theme, a plugin, the site or a user. */
function authorText(template: Template, { site, options, authorName }: TemplateView): string {
  const { theme, plugin = '', post } = template
  const source = originalSourceOf(template)
  if (source === 'theme') return site.get(themes).find(theme)?.header.name || theme
  if (source === 'plugin') return plugin
  return source === 'site' ? options.text('blogname') : authorName(post?.author ?? 0)
}

/** The checks of texts: null changes nothing if the dialect treats it as an empty value. */
export function textChecks(
  { dialect, registry }: Pick<SiteContext, 'dialect' | 'registry'>,
  fields: TemplateFields,
): Readonly<Record<string, ArgValidator>> {
  const checked = ['title', 'content'].map((name): readonly [string, ArgValidator] => {
    const { validate } = registry.compileSchema(fields[name]?.schema ?? {})
    return [name, value => (value === null && dialect.emptyForNull ? undefined : validate(value, name))]
  })
  return Object.fromEntries(checked)
}

const ORIGIN = text('Where a template that was changed came from; null if it was not.')

/** The table of fields of templates or parts. */
export function templateFields(site: SiteContext, { isPart }: TemplateKind): TemplateFields {
  const statuses = site.get(postStatuses).filter(status => !status.internal)
  return {
    id: shown(EMBED_VIEW_EDIT, text('The theme and the slug of the template.'), template => template.id),
    // Both are fixed at creation: updates ignore them.
    slug: {
      schema: { ...text('The slug of the template.'), required: true, minLength: 1, pattern: '[a-zA-Z0-9_\\%-]+' },
      contexts: EMBED_VIEW_EDIT,
      get: template => template.slug,
    },
    theme: {
      schema: text('The stylesheet of the theme that it is for.'),
      contexts: EMBED_VIEW_EDIT,
      get: template => template.theme,
    },
    type: { schema: text('The post type of the template.'), contexts: EMBED_VIEW_EDIT, get: template => template.type },
    source: shown(
      EMBED_VIEW_EDIT,
      text('Where the template is: in the theme, a plugin, or the store.'),
      ({ source }) => source,
    ),
    origin: {
      ...shown(EMBED_VIEW_EDIT, nullable(site.dialect, ORIGIN), template => template.origin),
      responds: orNull(ORIGIN),
    },
    content: {
      schema: {
        description: 'The blocks of the template.',
        type: ['object', 'string'],
        default: '',
        properties: {
          raw: { description: 'The blocks as they are stored.', type: 'string', context: VIEW_EDIT },
          block_version: {
            description: 'The version of the block format that the content is in; 0 for none.',
            type: 'integer',
            context: ['edit'],
            readonly: true,
          },
        },
      },
      contexts: EMBED_VIEW_EDIT,
      get: { raw: shownContent, block_version: ({ content }) => (hasBlocks(content) ? 1 : 0) },
      skipValidation: true,
      set: setText('content'),
    },
    title: {
      schema: {
        description: 'The title of the template.',
        type: ['object', 'string'],
        default: '',
        properties: {
          raw: { description: 'The title as it is stored.', type: 'string', context: VIEW_EDIT_EMBED },
          rendered: {
            description: 'The title as HTML for display.',
            type: 'string',
            context: VIEW_EDIT_EMBED,
            readonly: true,
          },
        },
      },
      contexts: EMBED_VIEW_EDIT,
      needs: ['texts'],
      get: { raw: (template, view) => view.textsOf(template).title, rendered: titleOf },
      skipValidation: true,
      set: setText('title'),
    },
    description: {
      schema: { ...text('What the template is for.'), default: '' },
      contexts: EMBED_VIEW_EDIT,
      needs: ['texts'],
      get: (template, view) => view.textsOf(template).description,
      set: setProperty('description', String),
    },
    status: {
      schema: {
        ...text('The status of the template; a new one is published at once.'),
        enum: statuses.map(({ name }) => name),
        default: 'publish',
      },
      responds: text('The status of the template.'),
      contexts: EMBED_VIEW_EDIT,
      get: template => template.status,
    },
    wp_id: shown(
      EMBED_VIEW_EDIT,
      integer('The id of the post of a stored template; else 0.'),
      ({ post }) => post?.id ?? 0,
    ),
    has_theme_file: shown(
      EMBED_VIEW_EDIT,
      flag('Whether the theme has a file for it.'),
      template => template.hasThemeFile,
    ),
    ...(isPart
      ? {}
      : {
          is_custom: shown(EMBED_VIEW_EDIT, flag('Whether posts choose the template.'), template => template.isCustom),
        }),
    author: {
      schema: integer('The id of the user who stored the template.'),
      contexts: VIEW_EDIT_EMBED,
      get: ({ post }) => post?.author ?? 0,
      set: setProperty('author', Number),
    },
    ...(isPart && {
      area: {
        schema: text('The area of a page that the part is for.'),
        contexts: EMBED_VIEW_EDIT,
        get: (template: Template) => template.area,
        set: setProperty('area', String),
      },
    }),
    modified: shown(VIEW_EDIT, date("The date of the last change, in the site's time zone."), ({ post }) =>
      post === undefined ? null : post.modified,
    ),
    date: shown(VIEW_EDIT, date("The date of its creation, in the site's time zone."), ({ post }) =>
      post === undefined ? null : post.date,
    ),
    author_text: shown(VIEW_EDIT_EMBED, text('The name of the author of the template.'), authorText, ['authors']),
    original_source: shown(
      VIEW_EDIT_EMBED,
      { ...text('The kind of author of the template.'), enum: ['theme', 'plugin', 'site', 'user'] },
      originalSourceOf,
    ),
    ...(isPart
      ? {}
      : {
          plugin: {
            ...shown(VIEW_EDIT_EMBED, text('The plugin that registers the template.'), ({ plugin }) => plugin),
            optional: true,
          },
        }),
  }
}
