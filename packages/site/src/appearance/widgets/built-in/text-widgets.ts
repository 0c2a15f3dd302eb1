import { parseBlocks, toParagraphs, unwrapShortcodes } from '@platen/rendering'
import { defineWidget, readInstance } from '../define-widget.js'
import { flagField, htmlField, titleField } from '../widget-field.js'

const hidden = <T extends { readonly control: string }>(field: T) => ({ ...field, control: 'hidden' as const })

const fields = {
  title: titleField(),
  text: htmlField('Content:'),
  filter: hidden(flagField('Paragraphs')),
  visual: hidden(flagField('Edited visually')),
}

/** A title and a text: with paragraphs if it has `filter`, and with typography if it has `visual`, too. */
export const textWidget = defineWidget({
  idBase: 'text',
  name: 'Text',
  description: 'A text of your own.',
  className: 'widget_text',
  fields,
  update(input, author) {
    const { title, text, filter, visual } = readInstance(fields, input, author)
    const isSent = input['visual'] !== undefined && input['visual'] !== null
    // Very old widgets have the name of a filter instead of both flags.
    const isVisual = isSent ? visual : input['filter'] === 'content'
    return { title, text, filter: filter || isVisual, ...((isSent || isVisual) && { visual: isVisual }) }
  },
  content: ({ text, filter, visual }) => (filter && visual ? text : undefined),
  render({ title, text, filter, visual }, _loaded, { site, ...scope }) {
    const { shortcodes } = site
    const paragraphs = () => unwrapShortcodes(toParagraphs(text), shortcodes.tags)
    const html = filter && visual ? scope.contentHtml(text) : shortcodes.render(filter ? paragraphs() : text)
    return `${scope.title(title)}\t\t\t<div class="textwidget">${html}</div>\n\t\t`
  },
})

/** Unchanged HTML. */
export const customHtmlWidget = defineWidget({
  idBase: 'custom_html',
  name: 'Custom HTML',
  description: 'HTML of your own.',
  className: 'widget_custom_html',
  outerClass: 'widget_text',
  fields: { title: titleField(), content: htmlField('HTML:') },
  render: ({ title, content }, _loaded, scope) =>
    `${scope.title(title)}<div class="textwidget custom-html-widget">${content}</div>`,
})

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
  const blockClass = typeof name === 'string' && Object.hasOwn(CLASSES, name) ? CLASSES[name] : undefined
  return blockClass === undefined ? 'widget_block' : `widget_block ${blockClass}`
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
