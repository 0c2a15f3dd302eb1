import type { SiteContext } from '../../kernel/context/index.js'
import { isMap } from '../../kernel/text/index.js'
import type { WidgetInstance } from './define-widget.js'
import { sidebars } from './sidebars.js'
import { type WidgetType, widgetTypes } from './widget-types.js'

/** The sidebar of widgets that no sidebar shows. */
export const INACTIVE = 'wp_inactive_widgets'

/** The option that lists the ids of widgets by sidebar. */
export const SIDEBARS_OPTION = 'sidebars_widgets'

/** The option with the instances of a widget type, by number. */
export const instancesOption = (idBase: string): string => `widget_${idBase}`

/** Options by name: those of the store, or of one transaction. */
export interface StoredOptions {
  get(name: string): unknown
}

/** A stored widget. */
export interface WidgetRecord {
  /** The base of its type's ids and its number: `text-2`. */
  readonly id: string
  readonly idBase: string
  readonly number: number
  /** The id of its sidebar. */
  readonly sidebar: string
  readonly instance: WidgetInstance
}

/** The ids of widgets by sidebar, in their order. */
export type Arrangement = ReadonlyMap<string, readonly string[]>

/** The stored instances of a type by number. */
export function instancesOf(options: StoredOptions, idBase: string): ReadonlyMap<number, WidgetInstance> {
  const stored = options.get(instancesOption(idBase))
  const instances = new Map<number, WidgetInstance>()
  if (!isMap(stored)) return instances
  for (const [number, instance] of Object.entries(stored))
    if (/^\d{1,15}$/.test(number) && isMap(instance)) instances.set(Number(number), instance)
  return instances
}

/** The stored arrangement, unvalidated. */
export function storedArrangement(options: StoredOptions): Arrangement {
  const stored = options.get(SIDEBARS_OPTION)
  const arrangement = new Map<string, readonly string[]>()
  if (!isMap(stored)) return arrangement
  for (const [sidebar, ids] of Object.entries(stored))
    if (Array.isArray(ids))
      arrangement.set(
        sidebar,
        ids.filter((id): id is string => typeof id === 'string'),
      )
  return arrangement
}

/** Whether the site has a sidebar, or it is that of inactive widgets. */
export const hasSidebar = (site: SiteContext, id: string): boolean => id === INACTIVE || site.get(sidebars).has(id)

/** The type and number that an id consists of; `undefined` for an id that no widget can have. */
export function parseWidgetId(
  site: SiteContext,
  id: string,
): { readonly type: WidgetType; readonly number: number } | undefined {
  const at = id.lastIndexOf('-')
  const type = at < 1 ? undefined : site.get(widgetTypes).get(id.slice(0, at))
  const digits = id.slice(at + 1)
  return type !== undefined && /^(?:0|[1-9]\d{0,9})$/.test(digits) ? { type, number: Number(digits) } : undefined
}

/** Whether an id belongs to a registered widget type, with any number. */
export function hasKnownType(site: SiteContext, id: string): boolean {
  const at = id.lastIndexOf('-')
  const base = at > 0 && /^\d+$/.test(id.slice(at + 1)) ? id.slice(0, at) : id
  return site.get(widgetTypes).has(base)
}

/**
 * All widgets of the site by id, in the order of its sidebars: the inactive ones first. A widget is inactive unless a
 * registered sidebar lists it.
 */
export function storedWidgets(site: SiteContext, options: StoredOptions): ReadonlyMap<string, WidgetRecord> {
  const unplaced = new Map<string, Omit<WidgetRecord, 'sidebar'>>()
  for (const { idBase } of site.get(widgetTypes).all())
    for (const [number, instance] of instancesOf(options, idBase))
      unplaced.set(`${idBase}-${number}`, { id: `${idBase}-${number}`, idBase, number, instance })
  const arrangement = storedArrangement(options)
  const place = (sidebar: string): WidgetRecord[] =>
    (arrangement.get(sidebar) ?? []).flatMap(id => {
      const widget = unplaced.get(id)
      unplaced.delete(id)
      return widget === undefined ? [] : [{ ...widget, sidebar }]
    })
  const shown = site.get(sidebars).names().flatMap(place)
  const inactive = place(INACTIVE)
  const rest = [...unplaced.values()].map(widget => ({ ...widget, sidebar: INACTIVE }))
  return new Map([...inactive, ...rest, ...shown].map(widget => [widget.id, widget]))
}
