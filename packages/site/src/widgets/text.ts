import { defineWidget, readInstance } from './define-widget.js'
import { flagField, htmlField, titleField } from './widget-field.js'

const hidden = <T extends { readonly control: string }>(field: T) => ({ ...field, control: 'hidden' as const })

const fields = {
  title: titleField(),
  text: htmlField('Content:'),
  filter: hidden(flagField('Paragraphs and typography')),
  visual: hidden(flagField('Edited visually')),
}

/** A title and a text: with paragraphs and typography if it has `filter`, otherwise unchanged. */
export const textWidget = defineWidget({
  idBase: 'text',
  name: 'Text',
  description: 'A text of your own.',
  className: 'widget_text',
  fields,
  update(given, author) {
    const { title, text, filter, visual } = readInstance(fields, given, author)
    const isSent = given['visual'] !== undefined && given['visual'] !== null
    // Very old widgets have the name of a filter instead of both flags.
    const isVisual = isSent ? visual : given['filter'] === 'content'
    return { title, text, filter: filter || isVisual, ...((isSent || isVisual) && { visual: isVisual }) }
  },
  content: ({ text, filter }) => (filter ? text : undefined),
  render({ title, text, filter }, _loaded, { site, ...scope }) {
    const html = filter ? scope.contentHtml(text) : site.shortcodes.render(text)
    return `${scope.title(title)}\t\t\t<div class="textwidget">${html}</div>\n\t\t`
  },
})
