import type { WidgetDefinition } from '../widgets/define-widget.js'
import { registrationKey } from './registration-key.js'
import { assertKnownKeys, RegistrationError, Registrations } from './registrations.js'

/** A registered widget type. */
export type WidgetType = Readonly<WidgetDefinition>

const KNOWN = [
  'idBase',
  'name',
  'description',
  'className',
  'outerClass',
  'fields',
  'update',
  'choices',
  'content',
  'load',
  'render',
]

/** Checks and freezes a widget type. Ids of widgets end with a number, so the base of an id does not. */
export function widgetType(definition: WidgetDefinition): WidgetType {
  const what = `the widget type "${definition.idBase}"`
  assertKnownKeys(what, definition, KNOWN)
  if (/-\d+$/.test(definition.idBase)) throw new RegistrationError(`${what} must not end with a number`)
  return Object.freeze({ ...definition, fields: Object.freeze({ ...definition.fields }) })
}

/** The widget types of a site by the bases of their ids. */
export const widgetTypes = registrationKey('widget types', () => new Registrations<WidgetType>('the widget type'))
