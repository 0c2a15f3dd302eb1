import { escapeAttribute, escapeHtml } from '@platen/rendering'
import type { WidgetDefinition, WidgetInstance } from './define-widget.js'
import { readInstance } from './define-widget.js'
import type { WidgetChoices, WidgetField } from './widget-field.js'

/** The names and the value of a control. */
interface Control {
  readonly field: WidgetField
  /** ` id="…" name="…"`. */
  readonly names: string
  readonly value: unknown
  readonly choices: WidgetChoices
}

const shownText = ({ field, value }: Control): string => field.shown?.(value) ?? String(value ?? '')

const option = (value: string, text: string, chosen: string): string =>
  `<option value="${escapeAttribute(value)}"${value === chosen ? ' selected="selected"' : ''}>${escapeHtml(text)}</option>`

const controls: Readonly<Record<WidgetField['control'], (control: Control) => string>> = {
  text: control => `<input class="widefat"${control.names} type="text" value="${escapeHtml(shownText(control))}" />`,
  number: control =>
    `<input class="tiny-text"${control.names} type="number" step="1" min="1" value="${escapeHtml(shownText(control))}" size="3" />`,
  checkbox: ({ names, value }) =>
    `<input class="checkbox" type="checkbox"${names}${value ? ' checked="checked"' : ''} />`,
  textarea: control =>
    `<textarea class="widefat"${control.names} rows="6" cols="50">\n${escapeHtml(shownText(control))}</textarea>`,
  hidden: control => `<input type="hidden"${control.names} value="${escapeHtml(shownText(control))}" />`,
  select: control => {
    const chosen = shownText(control)
    const options = Object.entries(control.choices).map(([value, text]) => option(value, text, chosen))
    return `<select class="widefat"${control.names}>${options.join('')}</select>`
  },
}

function row(id: string, control: Control): string {
  const { control: kind, label } = control.field
  const html = controls[kind](control)
  if (kind === 'hidden') return html
  const labelled = `<label for="${id}">${escapeHtml(label)}</label>`
  return kind === 'checkbox' ? `<p>\n\t${html}\n\t${labelled}\n</p>` : `<p>\n\t${labelled}\n\t${html}\n</p>`
}

/**
 * The HTML of a widget's form, whose names are `widget-{base}[{number}][{field}]`. `choices` are those of the definition,
 * loaded.
 */
export function widgetForm(
  { idBase, fields }: Pick<WidgetDefinition, 'idBase' | 'fields'>,
  number: number,
  instance: WidgetInstance,
  choices: Readonly<Record<string, WidgetChoices>> = {},
): string {
  const values = readInstance(fields, instance, { unfiltered: true })
  return Object.entries(fields)
    .map(([name, field]) => {
      const id = `widget-${idBase}-${number}-${name}`
      const names = ` id="${id}" name="widget-${idBase}[${number}][${name}]"`
      return row(id, { field, names, value: values[name], choices: choices[name] ?? field.choices ?? {} })
    })
    .join('\n')
}
