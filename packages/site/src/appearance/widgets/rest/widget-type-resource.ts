import type { Resource } from '@platen/core'
import type { SiteContext } from '../../../kernel/context/index.js'
import { EMBED_VIEW_EDIT, flag, shownField, siteResource, text, VIEW_EDIT_EMBED } from '../../../kernel/rest/index.js'
import { readInstance } from '../define-widget.js'
import type { WidgetType } from '../widget-types.js'
import { widgetUrls } from './widget-resource.js'

function classNameOf({ className = '', fields }: WidgetType): string {
  if (typeof className === 'string') return className
  return (className as (values: unknown) => string)(readInstance(fields, {}, { unfiltered: true }))
}

/** The resource of widget types. */
export function widgetTypeResource(site: SiteContext): Resource<WidgetType, never> {
  const shown = shownField<WidgetType>
  const urls = widgetUrls(site)
  const emptyText = (description: string) => ({ ...text(description), default: '' })
  return siteResource<WidgetType, undefined, never, never>(site, 'widget-type', {
    title: 'widget-type',
    fields: {
      id: shown(EMBED_VIEW_EDIT, text('The base of the ids of its widgets.'), type => type.idBase),
      name: shown(EMBED_VIEW_EDIT, emptyText('Its name, for people.'), type => type.name),
      description: {
        ...shown(VIEW_EDIT_EMBED, emptyText('What it shows.'), type => type.description),
        readonly: false,
        argument: 'none',
      },
      is_multi: shown(VIEW_EDIT_EMBED, flag('Whether a site can have several of its widgets.'), () => true),
      classname: shown(EMBED_VIEW_EDIT, emptyText('The class of its widgets.'), classNameOf),
    },
    load: () => undefined,
    links: {
      of: ({ idBase }) => ({
        collection: [{ href: urls.types }],
        self: [{ href: `${urls.types}/${idBase}`, targetHints: { allow: ['GET'] } }],
      }),
    },
  })
}
