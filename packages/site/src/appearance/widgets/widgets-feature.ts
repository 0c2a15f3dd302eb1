import { defineFeature } from '../../kernel/features/index.js'
import { builtInWidgets } from './built-in/built-in-widgets.js'
import { legacyWidget } from './legacy-widget.js'
import { widgetsContent } from './operations/widgets-content.js'
import { registerSidebars } from './rest/register-sidebars.js'
import { registerWidgetTypes } from './rest/register-widget-types.js'
import { registerWidgets } from './rest/register-widgets.js'
import { widgetParts, widgetRegistrations } from './widget-registrations.js'

/** Widgets, the sidebars that show them, and their types. */
export const widgetsFeature = defineFeature({
  name: 'widgets',
  registrations: widgetRegistrations,
  parts: widgetParts,
  widgets: builtInWidgets,
  blocks: [legacyWidget],
  content: calls => ({ widgets: widgetsContent(calls) }),
  routes(site) {
    registerWidgetTypes(site)
    registerSidebars(site)
    registerWidgets(site)
  },
})
