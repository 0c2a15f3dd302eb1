import { checks, type OptionChecks } from '@platen/core'
import { registrationKey } from '../../kernel/context/index.js'
import { checkDefinition, RegistrationError, Registrations } from '../../kernel/registrations/index.js'
import type { WidgetDefinition } from './define-widget.js'
import type { WidgetField } from './widget-field.js'

/** A registered widget type. */
export type WidgetType = Readonly<WidgetDefinition>

const { anyText, callable, either, having, recordOf, required, text } = checks

// Fields may have members of their own, which `update` uses.
const field = having<WidgetField>('read')

const widgetChecks: OptionChecks<WidgetDefinition> = {
  idBase: required(text),
  name: required(text),
  description: required(anyText),
  className: either(anyText, callable),
  outerClass: anyText,
  fields: required(recordOf(field, 'an object with a field for each name')),
  update: callable,
  choices: callable,
  content: callable,
  load: callable,
  render: required(callable),
}

/** Checks and freezes a widget type. Ids of widgets end with a number, so the base of an id does not. */
export function widgetType(definition: WidgetDefinition): WidgetType {
  const what = `the widget type "${definition.idBase}"`
  checkDefinition(what, definition, widgetChecks)
  if (/-\d+$/.test(definition.idBase)) throw new RegistrationError(`${what} must not end with a number`)
  return Object.freeze({ ...definition, fields: Object.freeze({ ...definition.fields }) })
}

/** The widget types of a site by the bases of their ids. */
export const widgetTypes = registrationKey('widget types', () => new Registrations<WidgetType>('the widget type'))
