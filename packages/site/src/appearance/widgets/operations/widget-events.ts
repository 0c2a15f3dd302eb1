import { defineEvent } from '../../../kernel/context/index.js'
import type { WidgetRecord } from '../stored-widgets.js'

/** A widget was created, changed or moved; `before` is its previous state. */
export const widgetSaved = defineEvent<{ readonly widget: WidgetRecord; readonly before?: WidgetRecord }>(
  'widget.saved',
)

/** A widget was permanently deleted. */
export const widgetDeleted = defineEvent<{ readonly widget: WidgetRecord }>('widget.deleted')

/** The widgets of a sidebar were arranged; `widgets` are their ids in order. */
export const sidebarArranged = defineEvent<{ readonly sidebar: string; readonly widgets: readonly string[] }>(
  'sidebar.arranged',
)
