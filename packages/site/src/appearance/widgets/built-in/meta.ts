import { escapeUrl } from '@platen/rendering'
import { consolePages } from '../../../kernel/context/index.js'
import { loginUrl } from '../../block-library/index.js'
import { defineWidget } from '../define-widget.js'
import { titleField } from '../widget-field.js'

/** Links to log in and out, and to the feeds of the site. */
export const metaWidget = defineWidget({
  idBase: 'meta',
  name: 'Meta',
  description: 'Links to log in and to feeds.',
  className: 'widget_meta',
  fields: { title: titleField() },
  render({ title }, _loaded, scope) {
    const { site, principal } = scope
    const link = (url: string, text: string) => `<li><a href="${escapeUrl(url)}">${text}</a></li>`
    const adminUrl = consolePages(site)?.admin ?? `${site.url}/${site.dialect.prefix}-admin/`
    const admin = principal.authenticated ? link(adminUrl, 'Site Admin') : ''
    const login = principal.authenticated
      ? link(loginUrl(scope, ['action=logout']), 'Log out')
      : link(loginUrl(scope, []), 'Log in')
    return `${scope.title(title || 'Meta')}
\t\t<ul>
\t\t\t${admin}\t\t\t${login}
\t\t\t${link(`${site.url}/feed/`, 'Entries feed')}
\t\t\t${link(`${site.url}/comments/feed/`, 'Comments feed')}

\t\t</ul>

\t\t`
  },
})
