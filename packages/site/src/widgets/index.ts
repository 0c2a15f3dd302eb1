export {
  defineWidget,
  readInstance,
  type TypedWidget,
  type WidgetDefinition,
  type WidgetFields,
  type WidgetInstance,
} from './define-widget.js'
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
export type { WidgetAuthor, WidgetPlace, WidgetScope } from './widget-scope.js'
