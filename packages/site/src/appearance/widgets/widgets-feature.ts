import { checks } from '@platen/core'
import { defineFeature, featurePart, type Registering } from '../../kernel/features/index.js'
import { builtInWidgets } from './built-in/built-in-widgets.js'
import type { WidgetDefinition } from './define-widget.js'
import { legacyWidget } from './legacy-widget.js'
import { widgetsContent } from './operations/widgets-content.js'
import { registerSidebars } from './rest/register-sidebars.js'
import { registerWidgetTypes } from './rest/register-widget-types.js'
import { registerWidgets } from './rest/register-widgets.js'
import { type Sidebar, type SidebarOptions, sidebar, sidebars } from './sidebars.js'
import { type WidgetType, widgetType, widgetTypes } from './widget-types.js'

/** The registration calls for widgets and their sidebars. */
export interface WidgetRegistrations {
  /** Registers an area of the site's pages that shows widgets. */
  registerSidebar(id: string, options: SidebarOptions): Sidebar
  /** Registers a widget type; `defineWidget` types it. */
  registerWidget(definition: WidgetDefinition): WidgetType
}

/** Creates the call for a site. */
const widgetRegistrations = ({ added }: Registering): WidgetRegistrations => ({
  registerSidebar: (id, options) => added(sidebars, id, sidebar(id, options)),
  registerWidget: definition => added(widgetTypes, definition.idBase, widgetType(definition)),
})

/** The part of features about widgets. */
export interface WidgetsPart {
  /** Widget types; see `defineWidget`. */
  readonly widgets?: readonly WidgetDefinition[]
}

const { objects } = checks

const widgetParts = {
  widgets: featurePart<readonly WidgetDefinition[]>(objects, (registering, definitions) => {
    const { registerWidget } = widgetRegistrations(registering)
    for (const definition of definitions) registerWidget(definition)
  }),
}

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
