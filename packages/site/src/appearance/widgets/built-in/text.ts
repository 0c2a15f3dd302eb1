import { toParagraphs, unwrapShortcodes } from '@platen/rendering'
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
  update(given, author) {
    const { title, text, filter, visual } = readInstance(fields, given, author)
    const isSent = given['visual'] !== undefined && given['visual'] !== null
    // Very old widgets have the name of a filter instead of both flags.
    const isVisual = isSent ? visual : given['filter'] === 'content'
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
