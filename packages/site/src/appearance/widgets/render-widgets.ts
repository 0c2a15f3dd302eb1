import { groupBy, type HandlerRequest } from '@platen/core'
import { escapeAttribute, renderBlocks, renderContent } from '@platen/rendering'
import { pageBlocks, type RenderedText } from '../../kernel/blocks/index.js'
import type { SiteContext } from '../../kernel/context/index.js'
import { reportWidgetFailure } from '../../kernel/rest/index.js'
import { readInstance, type WidgetInstance } from './define-widget.js'
import type { Sidebar } from './sidebars.js'
import type { WidgetPlace, WidgetScope } from './widget-scope.js'
import { widgetTitle } from './widget-scope.js'
import { type WidgetType, widgetTypes } from './widget-types.js'

/** The HTML around widgets and their titles. */
export type WidgetFrame = Pick<Sidebar, 'beforeWidget' | 'afterWidget' | 'beforeTitle' | 'afterTitle'>

/** The frame of widgets that are not stored. */
const PLAIN_FRAME: WidgetFrame = Object.freeze({
  beforeWidget: '<div class="widget %2$s">',
  afterWidget: '</div>',
  beforeTitle: '<h2 class="widgettitle">',
  afterTitle: '</h2>',
})
/** The number of widgets that are not stored. */
export const UNSTORED = -1

/** A widget to show. */
export interface ShownWidget {
  readonly id: string
  readonly idBase: string
  readonly number: number
  readonly instance: WidgetInstance
  readonly frame: WidgetFrame
}

/** A widget of a type that is not stored. */
export const unstoredWidget = (idBase: string, instance: WidgetInstance): ShownWidget => ({
  id: `${idBase}-${UNSTORED}`,
  idBase,
  number: UNSTORED,
  instance,
  frame: PLAIN_FRAME,
})

/** A widget of a page, with its values, and the text whose blocks it shows. */
interface PageWidget {
  readonly shown: ShownWidget
  readonly type: WidgetType
  readonly values: unknown
  readonly text: RenderedText & { readonly content: string }
}

/** The loaded data of the widgets of one type; absent if loading failed. */
type LoadedByType = ReadonlyMap<WidgetType, { readonly value: unknown }>

const TRUSTED = { unfiltered: true }
/** The text of a widget belongs to no post. */
const NO_POST = { id: 0, type: '' }

function pageWidgets(site: SiteContext, widgets: readonly ShownWidget[]): readonly PageWidget[] {
  const types = site.get(widgetTypes)
  return widgets.flatMap((shown, index) => {
    const type = types.get(shown.idBase)
    if (type === undefined) return []
    const values = readInstance(type.fields, shown.instance, TRUSTED)
    // Records have ids from 1 on.
    return [{ shown, type, values, text: { id: -1 - index, content: type.content?.(values) ?? '', of: NO_POST } }]
  })
}

async function loadTypes(
  page: readonly PageWidget[],
  scope: WidgetScope,
  request: HandlerRequest,
): Promise<LoadedByType> {
  const loaded = new Map<WidgetType, { readonly value: unknown }>()
  await Promise.all(
    [...groupBy(page, ({ type }) => type)].map(async ([type, alike]) => {
      try {
        const instances = alike.map(({ values }) => values)
        loaded.set(type, { value: await type.load?.(instances, scope) })
      } catch (error) {
        reportWidgetFailure(scope.site, type.idBase, error, request)
      }
    }),
  )
  return loaded
}

const titleHtml = (text: string, { beforeTitle, afterTitle }: WidgetFrame, site: SiteContext): string => {
  const title = widgetTitle(text, site)
  return title === '' ? '' : `${beforeTitle}${title}${afterTitle}`
}

/** The HTML before a widget, with its id and classes. */
function openingOf({ shown, type, values }: PageWidget): string {
  const { className = '' } = type
  const classes = typeof className === 'string' ? className : (className as (values: unknown) => string)(values)
  const opening = shown.frame.beforeWidget
    .replaceAll('%1$s', () => escapeAttribute(shown.id))
    .replaceAll('%2$s', () => escapeAttribute(classes))
  return type.outerClass === undefined
    ? opening
    : opening.replace('class="', () => `class="${escapeAttribute(type.outerClass ?? '')} `)
}

/**
 * Renders widgets for the caller of a request, with a fixed number of queries for each type. The failure of a widget is
 * reported, and the widget shows nothing. `around` is the number of widgets that they are within, each within the one
 * before.
 */
export async function renderWidgets(
  site: SiteContext,
  request: HandlerRequest,
  widgets: readonly ShownWidget[],
  around = 0,
): Promise<ReadonlyMap<ShownWidget, string>> {
  const page = pageWidgets(site, widgets)
  const scope: WidgetScope = { site, options: await site.options(), principal: site.principal(request) }
  const blocks = pageBlocks({ ...scope, widgetDepth: around + 1, isStandalone: false }, request)
  const [loaded] = await Promise.all([loadTypes(page, scope, request), blocks.load(page.map(({ text }) => text))])
  const html = (widget: PageWidget): string => {
    const { shown, type, values, text } = widget
    const loadedOfType = loaded.get(type)
    if (loadedOfType === undefined) return ''
    const rendering = () => blocks.renderingOf(text)
    const place: WidgetPlace = {
      id: shown.id,
      number: shown.number,
      title: title => titleHtml(title, shown.frame, site),
      blocksHtml: content => site.shortcodes.render(renderBlocks(content, rendering())),
      contentHtml: content => renderContent(content, { ...rendering(), shortcodes: site.shortcodes }),
    }
    const inner = type.render(values, loadedOfType.value, { ...scope, ...place })
    return inner === undefined ? '' : `${openingOf(widget)}${inner}${shown.frame.afterWidget}`
  }
  const rendered = new Map<ShownWidget, string>()
  for (const widget of page) {
    try {
      rendered.set(widget.shown, html(widget))
    } catch (error) {
      reportWidgetFailure(site, widget.shown.id, error, request)
    }
  }
  return rendered
}
