import { groupBy, type HandlerRequest, type Resource, type Schema } from '@platen/core'
import type { SiteContext } from '../../../kernel/context/index.js'
import { EMBED_VIEW_EDIT, shownField, siteResource, text } from '../../../kernel/rest/index.js'
import { type Sidebar, sidebars } from '../sidebars.js'
import { INACTIVE, storedWidgets, type WidgetRecord } from '../stored-widgets.js'
import { managesWidgets } from '../widget-access.js'
import { widgetUrls } from './widget-resource.js'

/** The data that sidebars show besides their registration. */
interface SidebarView {
  /** The widgets of each sidebar. */
  readonly widgets: ReadonlyMap<string, readonly WidgetRecord[]>
  readonly manages: boolean
}

/** The widgets of a sidebar, as a schema. */
export const sidebarWidgets = {
  description: 'The ids of its widgets, in their order.',
  type: 'array',
  items: { type: ['object', 'string'] },
} as const

/** The sidebar of widgets that no other shows. */
const inactiveSidebar: Sidebar = Object.freeze({
  id: INACTIVE,
  name: 'Inactive widgets',
  description: '',
  class: '',
  beforeWidget: '',
  afterWidget: '',
  beforeTitle: '',
  afterTitle: '',
  showInRest: false,
})

/** All sidebars: that of inactive widgets, and the registered ones. */
export const allSidebars = (site: SiteContext): readonly Sidebar[] => [inactiveSidebar, ...site.get(sidebars).all()]

async function loadView(site: SiteContext, request: HandlerRequest): Promise<SidebarView> {
  const stored = storedWidgets(site, await site.options()).values()
  const widgets = groupBy(stored, ({ sidebar }) => sidebar)
  return { widgets, manages: managesWidgets(request.principal) }
}

/** The resource of sidebars. */
export function sidebarResource(site: SiteContext): Resource<Sidebar, never> {
  const shown = shownField<Sidebar, SidebarView>
  const emptyText = (description: string) => ({ ...text(description), default: '' })
  const status: Schema = { ...text('Whether the theme shows it.'), enum: ['active', 'inactive'] }
  const urls = widgetUrls(site)
  return siteResource<Sidebar, SidebarView, never, never>(site, 'sidebar', {
    title: 'sidebar',
    fields: {
      id: shown(EMBED_VIEW_EDIT, text('The id of the sidebar.'), sidebar => sidebar.id),
      name: shown(EMBED_VIEW_EDIT, text('Its name, for people.'), sidebar => sidebar.name),
      description: shown(EMBED_VIEW_EDIT, text('Where it is.'), sidebar => sidebar.description),
      class: shown(EMBED_VIEW_EDIT, text('A class for pages on which it is arranged.'), sidebar => sidebar.class),
      before_widget: shown(EMBED_VIEW_EDIT, emptyText('The HTML before each widget.'), sidebar => sidebar.beforeWidget),
      after_widget: shown(EMBED_VIEW_EDIT, emptyText('The HTML after each widget.'), sidebar => sidebar.afterWidget),
      before_title: shown(
        EMBED_VIEW_EDIT,
        emptyText('The HTML before the title of a widget.'),
        sidebar => sidebar.beforeTitle,
      ),
      after_title: shown(
        EMBED_VIEW_EDIT,
        emptyText('The HTML after the title of a widget.'),
        sidebar => sidebar.afterTitle,
      ),
      // The pages of block themes consist of templates, which show no sidebars.
      status: shown(EMBED_VIEW_EDIT, status, () => 'inactive'),
      widgets: {
        schema: { ...sidebarWidgets, default: [] },
        contexts: EMBED_VIEW_EDIT,
        argument: 'none',
        get: ({ id }, { widgets }) => (widgets.get(id) ?? []).map(widget => widget.id),
      },
    },
    load: (_sidebars, _needs, request) => loadView(site, request),
    links: {
      of: ({ id }, { manages }) => ({
        collection: [{ href: urls.sidebars }],
        self: [
          {
            href: `${urls.sidebars}/${id}`,
            targetHints: { allow: manages ? ['GET', 'POST', 'PUT', 'PATCH'] : ['GET'] },
          },
        ],
        [`${site.dialect.prefix}:widget`]: [{ embeddable: true, href: `${urls.widgets}?sidebar=${id}` }],
      }),
    },
  })
}
