import type { HandlerRequest } from '@platen/core'
import { trimSpace } from '@platen/rendering'
import type { SiteContext } from '../../../kernel/context/index.js'
import { reportWidgetFailure } from '../../../kernel/rest/index.js'
import { type InstanceCodec, instanceCodec } from '../instance-key.js'
import { renderWidgets, type ShownWidget } from '../render-widgets.js'
import { sidebars } from '../sidebars.js'
import type { WidgetRecord } from '../stored-widgets.js'
import { managesWidgets } from '../widget-access.js'
import type { WidgetChoices } from '../widget-field.js'
import { widgetForm } from '../widget-form.js'
import { type WidgetType, widgetTypes } from '../widget-types.js'

/** The data that fields of widgets may need besides the record. */
export type WidgetNeed = 'rendered' | 'forms' | 'codec'

/** The data loaded for a page of widgets. */
export interface WidgetView {
  /** The HTML of a widget; empty unless a sidebar shows it. */
  renderedOf(widget: WidgetRecord): string
  formOf(widget: WidgetRecord): string
  readonly codec: InstanceCodec | undefined
  /** Whether the caller may change widgets. */
  readonly manages: boolean
}

type Forms = (widget: Pick<WidgetRecord, 'idBase' | 'number' | 'instance'>) => string

/** Loads the forms of widgets of some types. */
export async function loadForms(
  site: SiteContext,
  request: HandlerRequest,
  types: ReadonlySet<WidgetType>,
): Promise<Forms> {
  const scope = { site, options: await site.options(), principal: site.principal(request) }
  const choices = new Map<WidgetType, Readonly<Record<string, WidgetChoices>>>()
  for (const type of types) {
    if (type.choices === undefined) continue
    try {
      choices.set(type, await type.choices(scope))
    } catch (error) {
      reportWidgetFailure(site, type.idBase, error, request)
    }
  }
  return ({ idBase, number, instance }) => {
    const type = site.get(widgetTypes).get(idBase)
    return type === undefined ? '' : widgetForm(type, number, instance, choices.get(type))
  }
}

async function loadRendered(site: SiteContext, request: HandlerRequest, widgets: readonly WidgetRecord[]) {
  const registered = site.get(sidebars)
  const shown = new Map<WidgetRecord, ShownWidget>()
  for (const widget of widgets) {
    const frame = registered.get(widget.sidebar)
    if (frame !== undefined) shown.set(widget, { ...widget, frame })
  }
  const rendered = await renderWidgets(site, request, [...shown.values()])
  return (widget: WidgetRecord): string => {
    const placed = shown.get(widget)
    return trimSpace((placed && rendered.get(placed)) ?? '')
  }
}

/** Loads the needs of a page of widgets. */
export async function loadWidgetView(
  site: SiteContext,
  widgets: readonly WidgetRecord[],
  needs: ReadonlySet<WidgetNeed>,
  request: HandlerRequest,
): Promise<WidgetView> {
  const types = new Set(widgets.flatMap(({ idBase }) => site.get(widgetTypes).get(idBase) ?? []))
  return {
    renderedOf: needs.has('rendered') ? await loadRendered(site, request, widgets) : () => '',
    formOf: needs.has('forms') ? await loadForms(site, request, types) : () => '',
    codec: needs.has('codec') ? await instanceCodec(site) : undefined,
    manages: managesWidgets(request.principal),
  }
}
