import { defineFeature } from '../../feature-base.js'
import { builtInWidgets } from '../../widgets/built-in-widgets.js'
import { legacyWidget } from './legacy-widget.js'
import { registerSidebars } from './register-sidebars.js'
import { registerWidgetTypes } from './register-widget-types.js'
import { registerWidgets } from './register-widgets.js'
import { widgetParts, widgetRegistrations } from './widget-registrations.js'
import { widgetsContent } from './widgets-content.js'

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
