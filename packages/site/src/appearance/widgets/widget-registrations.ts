import { checks } from '@platen/core'
import { featurePart, type Registering } from '../../kernel/features/index.js'
import type { WidgetDefinition } from './define-widget.js'
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
export const widgetRegistrations = ({ added }: Registering): WidgetRegistrations => ({
  registerSidebar: (id, options) => added(sidebars, id, sidebar(id, options)),
  registerWidget: definition => added(widgetTypes, definition.idBase, widgetType(definition)),
})

/** The part of features about widgets. */
export interface WidgetsPart {
  /** Widget types; see `defineWidget`. */
  readonly widgets?: readonly WidgetDefinition[]
}

const { objects } = checks

export const widgetParts = {
  widgets: featurePart<readonly WidgetDefinition[]>(objects, (registering, definitions) => {
    const { registerWidget } = widgetRegistrations(registering)
    for (const definition of definitions) registerWidget(definition)
  }),
}
