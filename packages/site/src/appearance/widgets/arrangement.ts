import { preconditionFailed } from '@platen/core'
import { permit } from '../../kernel/context/index.js'
import { defineOperation, type Tx } from '../../kernel/operations/index.js'
import { fingerprint, snapshot } from '../../kernel/options/index.js'
import { sidebarArranged } from './operations/widget-events.js'
import {
  type Arrangement,
  hasSidebar,
  INACTIVE,
  SIDEBARS_OPTION,
  storedArrangement,
  storedWidgets,
  type WidgetRecord,
} from './stored-widgets.js'
import { mayManageWidgets, noSuchSidebar } from './widget-access.js'

/** The widgets of a sidebar, by id. */
export interface SidebarWidgets {
  /** The id of the sidebar. */
  readonly id: string
  /** The ids of its widgets, in their order; unknown ones are ignored. */
  readonly widgets: readonly string[]
  /** The version that the change is based on. */
  readonly version?: number | undefined
}

/** The ids of the widgets of a sidebar, in their order. */
export const widgetsIn = (stored: ReadonlyMap<string, WidgetRecord>, sidebar: string): readonly string[] =>
  [...stored.values()].filter(widget => widget.sidebar === sidebar).map(({ id }) => id)

/** The version of a sidebar with these widgets, for conditional changes. */
export const sidebarVersion = (widgets: readonly string[]): number => fingerprint(widgets)

/** Changes the stored arrangement. Call it in the transaction of the change that it belongs to. */
export async function arrange({ store }: Tx, change: (arrangement: Arrangement) => Arrangement): Promise<void> {
  const stored = await store.options.get(SIDEBARS_OPTION)
  const changed = change(storedArrangement({ get: () => stored }))
  await store.options.set(SIDEBARS_OPTION, Object.fromEntries(changed))
}

/** An arrangement without some widgets. */
export function unplace(arrangement: Arrangement, ids: readonly string[]): Arrangement {
  const gone = new Set(ids)
  return new Map([...arrangement].map(([sidebar, widgets]) => [sidebar, widgets.filter(id => !gone.has(id))]))
}

/** An arrangement with a widget at the end of a sidebar; if it is already in that sidebar, it does not move. */
export function place(arrangement: Arrangement, id: string, sidebar: string): Arrangement {
  if (arrangement.get(sidebar)?.includes(id)) return arrangement
  const rest = unplace(arrangement, [id])
  return new Map([...rest, [sidebar, [...(rest.get(sidebar) ?? []), id]]])
}

/** An arrangement with a widget at the beginning of a sidebar. */
export function placeFirst(arrangement: Arrangement, id: string, sidebar: string): Arrangement {
  const rest = unplace(arrangement, [id])
  return new Map([...rest, [sidebar, [id, ...(rest.get(sidebar) ?? [])]]])
}

/**
 * Sets the widgets of a sidebar, in this order: they are removed from other sidebars, and previous widgets of the
 * sidebar become inactive. Returns their ids.
 */
export const arrangeSidebar = defineOperation(
  async (tx, actor, { id, widgets, version }: SidebarWidgets): Promise<readonly string[]> => {
    permit(mayManageWidgets({ principal: actor }))
    const { site, store } = tx
    if (!hasSidebar(site, id)) throw noSuchSidebar()
    const stored = storedWidgets(site, snapshot(await store.options.all()))
    const before = widgetsIn(stored, id)
    if (version !== undefined && version !== sidebarVersion(before)) throw preconditionFailed()
    const existing = [...new Set(widgets)].filter(widget => stored.has(widget))
    const placed = new Set(existing)
    const removed = before.filter(widget => !placed.has(widget))
    await arrange(tx, arrangement => {
      const rest = unplace(arrangement, [...existing, ...removed])
      // A widget whose type is currently not registered keeps its position.
      const kept = rest.get(id) ?? []
      const next = new Map([...rest, [id, [...existing, ...kept]]])
      return new Map([...next, [INACTIVE, [...(next.get(INACTIVE) ?? []), ...removed]]])
    })
    const shown = id === INACTIVE ? [...existing, ...removed] : existing
    tx.emit(sidebarArranged, { sidebar: id, widgets: shown })
    return shown
  },
)
