import { blockWidget } from './block.js'
import { customHtmlWidget } from './custom-html.js'
import type { WidgetDefinition } from './define-widget.js'
import { searchWidget } from './search.js'
import { textWidget } from './text.js'

/** The built-in widget types. */
export const builtInWidgets: readonly WidgetDefinition[] = Object.freeze([
  blockWidget,
  customHtmlWidget,
  searchWidget,
  textWidget,
])
