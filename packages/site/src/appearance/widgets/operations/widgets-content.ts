import type { As, AsOf, ContentCalls } from '../../../kernel/operations/index.js'
import { arrangeSidebar } from '../arrangement.js'
import { storedWidgets, type WidgetRecord } from '../stored-widgets.js'
import { managesWidgets } from '../widget-access.js'
import type { InstanceChange } from './instance-input.js'
import { createWidget, deactivateWidget, deleteWidget, type NewWidget, updateWidget } from './widget-operations.js'

/** Widgets in process, with the errors and events of requests. */
export interface WidgetsContent {
  create(input: Omit<NewWidget, 'codec'>, by: As): Promise<WidgetRecord>
  /** Changes the values of a widget (`instance.raw`), or moves it to another sidebar. */
  update(
    id: string,
    changes: InstanceChange & { readonly sidebar?: string | undefined },
    by: AsOf,
  ): Promise<WidgetRecord>
  /** Makes a widget inactive. */
  deactivate(id: string, by: AsOf): Promise<WidgetRecord>
  /** Permanently deletes a widget, and resolves with it. */
  delete(id: string, by: AsOf): Promise<WidgetRecord>
  /** Sets the widgets of a sidebar, and resolves with their ids. */
  arrange(sidebar: string, widgets: readonly string[], by: AsOf): Promise<readonly string[]>
  /** All widgets by id, in the order of the sidebars; none if the actor may not manage widgets. */
  all(by: As): Promise<ReadonlyMap<string, WidgetRecord>>
}

export const widgetsContent = ({ site, run, actor }: ContentCalls): WidgetsContent =>
  Object.freeze<WidgetsContent>({
    create: (input, by) => run(createWidget, input, by),
    update: (id, changes, by) => run(updateWidget, { ...changes, id, version: by.version }, by),
    deactivate: (id, by) => run(deactivateWidget, { id, version: by.version }, by),
    delete: (id, by) => run(deleteWidget, { id, version: by.version }, by),
    arrange: (id, widgets, by) => run(arrangeSidebar, { id, widgets, version: by.version }, by),
    async all(by) {
      const reader = await actor(by)
      return managesWidgets(reader) ? storedWidgets(site, await site.options()) : new Map()
    },
  })
