import type { Args, Context, Links, Resource, Schema } from '@platen/core'
import type { SiteContext } from '../../../kernel/context/index.js'
import { EDIT, map, reportFieldFailure, siteResource, text, VIEW_EDIT_EMBED } from '../../../kernel/rest/index.js'
import { INACTIVE, type WidgetRecord } from '../stored-widgets.js'
import { loadWidgetView, type WidgetNeed, type WidgetView } from './widget-view.js'

const inEdit = <const S extends Schema>(schema: S) => ({ ...schema, context: EDIT }) as const

const instance = {
  description: 'The values of the widget.',
  type: 'object',
  properties: {
    encoded: inEdit(text('The values, encoded by the site.')),
    hash: inEdit(text('What shows that the site has encoded them.')),
    raw: inEdit(map('The values by name.')),
  },
} as const

const sidebar = text('The id of its sidebar.')
const formData = text('The data of the form of the widget, urlencoded.')

/** The arguments of changes of a widget. */
export const widgetArgs = {
  id: text('The id of the widget.'),
  id_base: text('The base of the ids of its type.'),
  sidebar,
  instance,
  form_data: formData,
} as const satisfies Args

/** The arguments of new widgets. */
export const newWidgetArgs = {
  ...widgetArgs,
  sidebar: { ...sidebar, required: true, default: INACTIVE },
} as const satisfies Args

/** The URLs of the resources of widgets. */
export const widgetUrls = (site: SiteContext) => {
  const base = `${site.apiUrl}/${site.namespace}`
  return { widgets: `${base}/widgets`, sidebars: `${base}/sidebars`, types: `${base}/widget-types` }
}

/** The links of a widget. */
export function widgetLinks(site: SiteContext, widget: WidgetRecord, { manages }: Pick<WidgetView, 'manages'>): Links {
  const urls = widgetUrls(site)
  const allow = manages ? ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] : ['GET']
  return {
    self: [{ href: `${urls.widgets}/${widget.id}`, targetHints: { allow } }],
    collection: [{ href: urls.widgets }],
    about: [{ embeddable: true, href: `${urls.types}/${widget.idBase}` }],
    [`${site.dialect.prefix}:sidebar`]: [{ href: `${urls.sidebars}/${encodeURIComponent(widget.sidebar)}/` }],
  }
}

/** The resource of widgets. */
export function widgetResource(site: SiteContext): Resource<WidgetRecord, never> {
  const field = (
    contexts: readonly Context[],
    schema: Schema,
    get: (widget: WidgetRecord, view: WidgetView) => unknown,
    needs: readonly WidgetNeed[] = [],
  ) => ({ schema, contexts, argument: 'none', get, needs }) as const
  const encodedOf = ({ idBase, instance: values }: WidgetRecord, { codec }: WidgetView) => codec?.encode(idBase, values)
  return siteResource<WidgetRecord, WidgetView, WidgetNeed, never>(site, 'widget', {
    title: 'widget',
    fields: {
      id: field(VIEW_EDIT_EMBED, text('The id of the widget.'), widget => widget.id),
      id_base: field(VIEW_EDIT_EMBED, text('The base of the ids of its type.'), widget => widget.idBase),
      sidebar: field(VIEW_EDIT_EMBED, newWidgetArgs.sidebar, widget => widget.sidebar),
      rendered: {
        ...field(
          VIEW_EDIT_EMBED,
          text('Its HTML; empty unless a sidebar shows it.'),
          (widget, view) => view.renderedOf(widget),
          ['rendered'],
        ),
        readonly: true,
      },
      rendered_form: {
        ...field(EDIT, text('The HTML of its form.'), (widget, view) => view.formOf(widget), ['forms']),
        readonly: true,
      },
      instance: {
        schema: { ...instance, default: null },
        contexts: EDIT,
        argument: 'none',
        needs: ['codec'],
        get: {
          encoded: (widget, view) => encodedOf(widget, view)?.encoded,
          hash: (widget, view) => encodedOf(widget, view)?.hash,
          raw: widget => widget.instance,
        },
      },
      form_data: { schema: formData, contexts: [], argument: 'none' },
    },
    load: (widgets, needs, request) => loadWidgetView(site, widgets, needs, request),
    links: { of: (widget, view) => widgetLinks(site, widget, view) },
    onFieldError: reportFieldFailure(site),
  })
}
