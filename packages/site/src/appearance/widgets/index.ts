// Widgets, their types and sidebars.
export { arrangeSidebar, type SidebarWidgets } from './arrangement.js'
export {
  defineWidget,
  readInstance,
  type TypedWidget,
  type WidgetDefinition,
  type WidgetFields,
  type WidgetInstance,
} from './define-widget.js'
export type { EncodedInstance, InstanceCodec } from './instance-key.js'
export type { InstanceChange, InstanceInput } from './operations/instance-input.js'
export { sidebarArranged, widgetDeleted, widgetSaved } from './operations/widget-events.js'
export {
  createWidget,
  deactivateWidget,
  deleteWidget,
  type NewWidget,
  updateWidget,
  type WidgetChanges,
  type WidgetTarget,
} from './operations/widget-operations.js'
export type { WidgetsContent } from './operations/widgets-content.js'
export { type Sidebar, type SidebarOptions, sidebars } from './sidebars.js'
export type { WidgetRecord } from './stored-widgets.js'
export {
  choiceField,
  countField,
  flagField,
  htmlField,
  type InstanceOf,
  lineField,
  switchField,
  titleField,
  type WidgetChoices,
  type WidgetField,
} from './widget-field.js'
export type { WidgetRegistrations, WidgetsPart } from './widget-registrations.js'
export type { WidgetAuthor, WidgetPlace, WidgetScope } from './widget-scope.js'
export { type WidgetType, widgetTypes } from './widget-types.js'
export { widgetsFeature } from './widgets-feature.js'
