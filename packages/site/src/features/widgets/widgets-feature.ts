import { defineFeature } from '../../feature.js'
import { builtInWidgets } from '../../widgets/built-in-widgets.js'
import { legacyWidget } from './legacy-widget.js'
import { registerSidebars } from './register-sidebars.js'
import { registerWidgetTypes } from './register-widget-types.js'
import { registerWidgets } from './register-widgets.js'
import { widgetsContent } from './widgets-content.js'

/** Widgets, the sidebars that show them, and their types. */
export const widgetsFeature = defineFeature({
  name: 'widgets',
  widgets: builtInWidgets,
  blocks: [legacyWidget],
  content: calls => ({ widgets: widgetsContent(calls) }),
  routes(site) {
    registerWidgetTypes(site)
    registerSidebars(site)
    registerWidgets(site)
  },
})
