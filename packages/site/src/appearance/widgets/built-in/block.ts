import { parseBlocks } from '@platen/rendering'
import { defineWidget } from '../define-widget.js'
import { htmlField } from '../widget-field.js'

/** The classes of the widgets that a block replaces. */
const CLASSES: Readonly<Record<string, string>> = {
  'core/paragraph': 'widget_text',
  'core/calendar': 'widget_calendar',
  'core/search': 'widget_search',
  'core/html': 'widget_custom_html',
  'core/archives': 'widget_archive',
  'core/latest-posts': 'widget_recent_entries',
  'core/latest-comments': 'widget_recent_comments',
  'core/tag-cloud': 'widget_tag_cloud',
  'core/categories': 'widget_categories',
  'core/audio': 'widget_media_audio',
  'core/video': 'widget_media_video',
  'core/gallery': 'widget_media_gallery',
  'core/image': 'widget_media_image',
  'core/rss': 'widget_rss',
}

function classNameOf({ content }: { readonly content: string }): string {
  const name = content.startsWith('<!-- wp:') ? parseBlocks(content)[0]?.name : undefined
  const own = typeof name === 'string' && Object.hasOwn(CLASSES, name) ? CLASSES[name] : undefined
  return own === undefined ? 'widget_block' : `widget_block ${own}`
}

/** Blocks, which editors arrange as widgets. */
export const blockWidget = defineWidget({
  idBase: 'block',
  name: 'Block',
  description: 'A block.',
  className: classNameOf,
  fields: { content: htmlField('The HTML of the block:') },
  content: ({ content }) => content,
  render: ({ content }, _loaded, scope) => scope.blocksHtml(content),
})
