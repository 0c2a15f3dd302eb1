// Widgets, their types and sidebars.
export { arrangeSidebar } from './arrangement.js'
export { defineWidget, readInstance, type WidgetDefinition, type WidgetInstance } from './define-widget.js'
export { sidebarArranged, widgetDeleted, widgetSaved } from './operations/widget-events.js'
export { createWidget, deactivateWidget, deleteWidget, updateWidget } from './operations/widget-operations.js'
export type { WidgetsContent } from './operations/widgets-content.js'
export type { SidebarOptions } from './sidebars.js'
export {
  choiceField,
  countField,
  flagField,
  htmlField,
  type InstanceOf,
  lineField,
  switchField,
  titleField,
} from './widget-field.js'
export type { WidgetScope } from './widget-scope.js'
export { type WidgetRegistrations, type WidgetsPart, widgetsFeature } from './widgets-feature.js'
