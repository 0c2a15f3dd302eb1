import { type FieldDefinition, type Getter, presentEmptyObjects, type Schema } from '@platen/core'
import type { SiteContext } from '../../../kernel/context/index.js'
import type { PostRecord } from '../../../kernel/records/index.js'
import {
  EDIT,
  flag,
  integer,
  map,
  nullable,
  orNull,
  setProperty,
  shownField,
  text,
  uri,
  VIEW_EDIT,
  VIEW_EDIT_EMBED,
} from '../../../kernel/rest/index.js'
import { type PostNeed, postFields, renderedContent, renderedExcerpt, setText } from '../../posts/index.js'
import type { PostType } from '../../types/index.js'
import { mediaSettings, qualityOf } from '../files/media-settings.js'
import { mediaDetails, missingSizes } from '../media-details.js'
import type { MediaInput } from '../operations/media-input.js'
import { attachmentHtml } from '../shown/attachment-html.js'
import { nameOf } from '../stored-file.js'
import type { MediaView } from './media-view.js'

type MediaField = FieldDefinition<PostRecord, MediaView, PostNeed, MediaInput>
type MediaFields = Record<string, MediaField>

const shown = shownField<PostRecord, MediaView, PostNeed>

const isImage = (post: PostRecord) => post.mimeType.startsWith('image/')

const texts = (what: string, context: readonly string[]): Schema => ({
  description: `${what} of the file.`,
  type: 'object',
  properties: {
    raw: { description: `${what} as stored.`, type: 'string', context: EDIT },
    rendered: { description: `${what} as HTML for display.`, type: 'string', context, readonly: true },
  },
})

function textFields(): MediaFields {
  return {
    description: {
      schema: texts('The description', VIEW_EDIT),
      contexts: VIEW_EDIT,
      needs: ['meta', 'images', 'blocks'],
      get: {
        raw: post => post.content,
        rendered: (post, view) => attachmentHtml(post, view) + (post.content === '' ? '' : renderedContent(post, view)),
      },
      skipValidation: true,
      set: setText('content'),
    },
    caption: {
      schema: texts('The caption', VIEW_EDIT_EMBED),
      contexts: VIEW_EDIT_EMBED,
      needs: ['meta', 'images', 'blocks'],
      get: {
        raw: post => post.excerpt,
        rendered: (post, view) =>
          renderedExcerpt({ ...post, content: attachmentHtml(post, view) + post.content }, view),
      },
      skipValidation: true,
      set: setText('excerpt'),
    },
    alt_text: {
      schema: text('The alternative text of the image.'),
      contexts: VIEW_EDIT_EMBED,
      needs: ['meta'],
      get: (post, view) => view.altOf(post),
      set: setProperty('alt', value => String(value ?? '')),
    },
  }
}

function fileFields(site: SiteContext): MediaFields {
  const media = site.get(mediaSettings)
  return {
    media_type: shown(
      VIEW_EDIT_EMBED,
      { description: 'Whether the file is an image.', type: 'string', enum: ['image', 'file'] },
      post => (isImage(post) ? 'image' : 'file'),
    ),
    mime_type: shown(VIEW_EDIT_EMBED, text('The media type of the file.'), post => post.mimeType),
    media_details: shown(VIEW_EDIT_EMBED, map('Details of the file, depending on its type.'), mediaDetails, ['meta']),
    post: {
      schema: nullable(site.dialect, integer('The id of the post that the file is attached to; null for none.')),
      responds: orNull(integer('The id of the post that the file is attached to; null for none.')),
      contexts: VIEW_EDIT,
      get: post => (post.parent === 0 ? null : post.parent),
      set: setProperty('attachedTo', Number),
    },
    source_url: shown(VIEW_EDIT_EMBED, uri('The URL of the file.'), (post, view) => view.sourceOf(post), ['meta']),
    missing_image_sizes: shown(
      EDIT,
      { description: 'The names of the sizes that are missing.', type: 'array', items: { type: 'string' } },
      (post, view) => missingSizes(post.mimeType, view.fileOf(post), media),
      ['meta'],
    ),
    filename: shown(
      VIEW_EDIT,
      text('The name of the uploaded file.'),
      (post, view) => view.fileOf(post)?.original ?? nameOf(view.sourceOf(post)),
      ['meta'],
    ),
    filesize: shown(
      VIEW_EDIT,
      { description: 'The size of the file in bytes.', type: ['integer', 'null'] },
      (post, view) => view.fileOf(post)?.bytes ?? null,
      ['meta'],
    ),
  }
}

function imageFields(site: SiteContext): MediaFields {
  const media = site.get(mediaSettings)
  const quality = { type: 'integer', minimum: 1, maximum: 100 } as const
  const ofImages = (schema: Schema, get: Getter<PostRecord, MediaView>): MediaField => ({
    schema,
    optional: true,
    contexts: EDIT,
    readonly: true,
    needs: ['meta'],
    get: (post, view, requested) => (isImage(post) ? get(post, view, requested) : undefined),
  })
  return {
    exif_orientation: ofImages(integer('The EXIF orientation, 1 for upright.'), (post, view) => {
      const file = view.fileOf(post)
      return file === undefined || file.turned ? 1 : file.notes?.orientation || 1
    }),
    image_output_format: ofImages(
      { description: 'The media type of the sizes, if it differs from that of the file.', type: ['string', 'null'] },
      () => null,
    ),
    image_save_progressive: ofImages(flag('Whether sizes are encoded progressively.'), () => false),
    image_quality: ofImages(
      {
        description: 'The quality of the sizes.',
        type: 'object',
        properties: {
          default: quality,
          sizes: {
            type: 'object',
            properties: Object.fromEntries(Object.keys(media.sizes).map(name => [name, quality])),
          },
        },
      },
      post => ({
        default: qualityOf(media, post.mimeType),
        sizes: presentEmptyObjects({}, site.dialect.emptyObjects),
      }),
    ),
  }
}

/** The fields of attachments: those of posts, and those of files. `type` must support images and meta. */
export function mediaFields(site: SiteContext, type: PostType): MediaFields {
  const { password: _password, ...fields } = postFields(site, type)
  return { ...fields, ...textFields(), ...fileFields(site), ...imageFields(site) }
}
