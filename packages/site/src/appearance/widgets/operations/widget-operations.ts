import { canonicalJson, preconditionFailed } from '@platen/core'
import { permit } from '../../../kernel/context/index.js'
import { type Actor, defineOperation, type Tx } from '../../../kernel/operations/index.js'
import { fingerprint, snapshot } from '../../../kernel/options/index.js'
import { requireLength, TEXT_LIMITS } from '../../../kernel/refusals/index.js'
import { isMap } from '../../../kernel/text/index.js'
import { arrange, place, placeFirst, unplace } from '../arrangement.js'
import type { InstanceCodec } from '../instance-key.js'
import {
  hasSidebar,
  INACTIVE,
  instancesOf,
  instancesOption,
  parseWidgetId,
  type StoredOptions,
  storedWidgets,
  type WidgetRecord,
} from '../stored-widgets.js'
import { invalidWidget, mayManageWidgets, noSuchWidget } from '../widget-access.js'
import { type WidgetType, widgetTypes } from '../widget-types.js'
import { changedInstance, type InstanceChange } from './instance-input.js'
import { widgetDeleted, widgetSaved } from './widget-events.js'

/** The input of a new widget: the base of its id, or an id. */
export interface NewWidget extends InstanceChange {
  readonly id?: string | undefined
  readonly idBase?: string | undefined
  /** The id of its sidebar; without one, the widget is inactive. */
  readonly sidebar?: string | undefined
  /**
   * With false, it becomes the first inactive widget, although the result contains the sidebar; an existing widget
   * keeps its position.
   */
  readonly placed?: boolean | undefined
  /** Reads encoded instances; without it, only `instance.raw` and `formData` are used. */
  readonly codec?: InstanceCodec | undefined
}

/** A widget, and the version that a change is based on. */
export interface WidgetTarget {
  readonly id: string
  readonly version?: number | undefined
}

/** The changes of a widget. */
export type WidgetChanges = WidgetTarget & Omit<NewWidget, 'id' | 'idBase' | 'placed'>

/** Ids have numbers up to this one. */
const MAX_NUMBER = 9_999_999_999

const noCodec: InstanceCodec = { encode: () => ({ encoded: '', hash: '' }), decode: () => undefined }

/** The version of a widget, for conditional changes. */
export const widgetVersion = ({ id, sidebar, instance }: WidgetRecord): number => fingerprint([id, sidebar, instance])

const load = async ({ store }: Tx): Promise<StoredOptions> => snapshot(await store.options.all())

async function storeInstance({ store }: Tx, { idBase, number, instance }: WidgetRecord): Promise<void> {
  requireLength('instance', canonicalJson(instance), TEXT_LIMITS.value)
  const stored = await store.options.get(instancesOption(idBase))
  await store.options.set(instancesOption(idBase), { ...(isMap(stored) ? stored : {}), [number]: instance })
}

/** The type and number of a new widget; by default, the number after the highest one. */
function newId({ site }: Tx, options: StoredOptions, { id, idBase }: NewWidget) {
  if (id) {
    const parsed = parseWidgetId(site, id)
    if (parsed === undefined) throw invalidWidget('No widget can have this id.')
    return parsed
  }
  const type = site.get(widgetTypes).get(idBase ?? '')
  if (type === undefined) throw invalidWidget('The widget type does not exist.')
  let highest = 1
  for (const number of instancesOf(options, type.idBase).keys()) highest = Math.max(highest, number)
  if (highest >= MAX_NUMBER) throw invalidWidget('The widget type has no free numbers.')
  return { type, number: highest + 1 }
}

const changeOf = (actor: Actor, type: WidgetType, number: number, input: NewWidget | WidgetChanges) =>
  changedInstance(type, number, input, {
    author: { unfiltered: actor.can('unfiltered_html') },
    codec: input.codec ?? noCodec,
  })

/** Creates a widget at the end of its sidebar. An unknown sidebar leaves it inactive. */
export const createWidget = defineOperation(async (tx, actor, input: NewWidget): Promise<WidgetRecord> => {
  permit(mayManageWidgets({ principal: actor }))
  const options = await load(tx)
  const { type, number } = newId(tx, options, input)
  const id = `${type.idBase}-${number}`
  const before = storedWidgets(tx.site, options).get(id)
  const instance = changeOf(actor, type, number, input) ?? before?.instance ?? {}
  const { sidebar = INACTIVE, placed = true } = input
  const widget = { id, idBase: type.idBase, number, sidebar, instance }
  await storeInstance(tx, widget)
  if (placed)
    await arrange(tx, arrangement => place(arrangement, id, hasSidebar(tx.site, sidebar) ? sidebar : INACTIVE))
  else if (before === undefined) await arrange(tx, arrangement => placeFirst(arrangement, id, INACTIVE))
  tx.emit(widgetSaved, before === undefined ? { widget } : { widget, before })
  return widget
})

/** The widget that a change is for. */
async function target(tx: Tx, actor: Actor, { id, version }: WidgetTarget): Promise<WidgetRecord> {
  permit(mayManageWidgets({ principal: actor }))
  const widget = storedWidgets(tx.site, await load(tx)).get(id)
  if (widget === undefined) throw noSuchWidget()
  if (version !== undefined && version !== widgetVersion(widget)) throw preconditionFailed()
  return widget
}

/** Changes the instance of a widget, or moves it to the end of another sidebar. */
export const updateWidget = defineOperation(async (tx, actor, changes: WidgetChanges): Promise<WidgetRecord> => {
  const before = await target(tx, actor, changes)
  const type = tx.site.get(widgetTypes).require(before.idBase)
  const instance = changeOf(actor, type, before.number, changes)
  const { sidebar = before.sidebar } = changes
  const widget = { ...before, sidebar, instance: instance ?? before.instance }
  if (instance !== undefined) await storeInstance(tx, widget)
  if (sidebar !== before.sidebar)
    await arrange(tx, arrangement => place(arrangement, before.id, hasSidebar(tx.site, sidebar) ? sidebar : INACTIVE))
  tx.emit(widgetSaved, { widget, before })
  return widget
})

/** Removes a widget from its sidebar; it becomes inactive. */
export const deactivateWidget = defineOperation((tx, actor, input: WidgetTarget) =>
  updateWidget(tx, actor, { ...input, sidebar: INACTIVE }),
)

/** Permanently deletes a widget, and returns it. */
export const deleteWidget = defineOperation(async (tx, actor, input: WidgetTarget): Promise<WidgetRecord> => {
  const widget = await target(tx, actor, input)
  const name = instancesOption(widget.idBase)
  const stored = await tx.store.options.get(name)
  const { [String(widget.number)]: _deleted, ...rest } = isMap(stored) ? stored : {}
  await tx.store.options.set(name, rest)
  await arrange(tx, arrangement => unplace(arrangement, [widget.id]))
  tx.emit(widgetDeleted, { widget })
  return widget
})
