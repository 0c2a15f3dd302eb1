import { defineWidget } from '../define-widget.js'
import { htmlField, titleField } from '../widget-field.js'

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
