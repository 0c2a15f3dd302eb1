import { escapeUrl } from '@platen/rendering'
import { defineWidget } from '../define-widget.js'
import { titleField } from '../widget-field.js'

/** A form that searches the site. */
export const searchWidget = defineWidget({
  idBase: 'search',
  name: 'Search',
  description: 'A form that searches your site.',
  className: 'widget_search',
  fields: { title: titleField() },
  render: ({ title }, _loaded, scope) => `${scope.title(title)}${searchForm(scope.site.url)}`,
})

const searchForm = (url: string): string =>
  `<form role="search" method="get" class="search-form" action="${escapeUrl(`${url}/`)}">
\t\t\t\t<label>
\t\t\t\t\t<span class="screen-reader-text">Search for:</span>
\t\t\t\t\t<input type="search" class="search-field" placeholder="Search &hellip;" value="" name="s" />
\t\t\t\t</label>
\t\t\t\t<input type="submit" class="search-submit" value="Search" />
\t\t\t</form>`
