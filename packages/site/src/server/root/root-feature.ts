import {
  type HandlerRequest,
  type Links,
  type Principal,
  type RootDescription,
  registerRootIndex,
  type Schema,
} from '@platen/core'
import { themes } from '../../appearance/themes/index.js'
import { iconUrl } from '../../content/media/index.js'
import { postTypes, writesPosts } from '../../content/types/index.js'
import { consolePages, type SiteContext } from '../../kernel/context/index.js'
import { defineFeature } from '../../kernel/features/index.js'
import { escapedText, type OptionSnapshot } from '../../kernel/options/index.js'
import { collectionUrl, integer, text } from '../../kernel/rest/index.js'
import { authorizeUrl } from '../../people/application-passwords/index.js'

/** The root index (specification section 4.3), which describes the site and all routes. */
export const rootFeature = defineFeature({
  name: 'root',
  routes(site) {
    registerRootIndex(site.registry, request => describeSite(site, request), {
      context: site.dialect.rootContext,
      fields: SITE_FIELDS,
    })
  },
})

/** The configured offset from UTC, or the current offset of the configured time zone. */
function offsetOf(options: OptionSnapshot, now: number): string | number {
  return options.text('timezone_string') === '' ? String(options.number('gmt_offset')) : options.time.offset(now) / 60
}

/** The authentication methods; clients expect `[]` for none. */
function authenticationOf(site: SiteContext, { secure }: HandlerRequest): unknown {
  const authorization = authorizeUrl(site, secure === true)
  return authorization === undefined ? [] : { 'application-passwords': { endpoints: { authorization } } }
}

/** The images of a site, with the fields about each. */
const IMAGES = Object.freeze({ site_logo: ['site_logo'], site_icon: ['site_icon', 'site_icon_url'] })

/** Embeddable links to the site's logo and icon, or to those of the requested fields. */
function imageLinks(site: SiteContext, options: OptionSnapshot, shows = (_field: string) => true): Links {
  const attachments = site.get(postTypes).get('attachment')
  const links = Object.entries(IMAGES).flatMap(([type, fields]) => {
    const id = options.number(type)
    if (attachments === undefined || id <= 0 || !fields.some(shows)) return []
    return [{ href: `${collectionUrl(site, attachments)}/${id}`, embeddable: true, type }]
  })
  return links.length === 0 ? {} : { [`${site.dialect.prefix}:featuredmedia`]: links }
}

/** The link to the active theme, which editors need, for callers who may edit posts. */
function themeLinks(site: SiteContext, options: OptionSnapshot, principal: Principal): Links {
  if (!writesPosts(site, principal)) return {}
  const { stylesheet } = site.get(themes).active(options)
  const href = `${site.apiUrl}/${site.namespace}/themes/${encodeURIComponent(stylesheet)}`
  return { [`${site.dialect.prefix}:active-theme`]: [{ href }] }
}

/** The page that documents the interface; in dialects with a root of their own, as their clients expect. */
const helpUrl = (site: SiteContext): string =>
  site.dialect.rootContext ? `${site.apiUrl}/?context=help` : (consolePages(site)?.api ?? `${site.apiUrl}/`)

const linksOf = (site: SiteContext, options: OptionSnapshot, principal: Principal): Links => ({
  help: [{ href: helpUrl(site) }],
  ...themeLinks(site, options, principal),
  ...imageLinks(site, options),
})

/** The site's part of the root index (specification sections 1 and 4.3). */
async function describeSite(site: SiteContext, request: HandlerRequest): Promise<RootDescription> {
  const options = await site.options()
  const icon = options.number('site_icon')
  const fieldLinks = imageLinks(site, options, field => request.fields.wants(field))
  return {
    fields: {
      name: escapedText(options.text('title')),
      description: escapedText(options.text('description')),
      url: site.url,
      home: site.url,
      gmt_offset: offsetOf(options, site.services.clock()),
      timezone_string: options.text('timezone_string'),
      page_for_posts: options.number('page_for_posts'),
      page_on_front: options.number('page_on_front'),
      show_on_front: options.text('show_on_front', 'posts'),
      authentication: request.fields.wants('authentication') ? authenticationOf(site, request) : undefined,
      site_logo: options.number('site_logo'),
      site_icon: icon,
      site_icon_url: request.fields.wants('site_icon_url') ? await iconUrl(site, icon) : undefined,
    },
    links: linksOf(site, options, request.principal),
    ...(Object.keys(fieldLinks).length > 0 && { fieldLinks }),
  }
}

/** The schemas of the fields that `describeSite` adds to the root index. */
const SITE_FIELDS: Readonly<Record<string, Schema>> = {
  name: text('The title of the site.'),
  description: text('The tagline of the site.'),
  url: text('The URL of the site.'),
  home: text('The URL of the home page.'),
  gmt_offset: { description: 'The offset from UTC in hours.', type: ['string', 'number'] },
  timezone_string: text('The name of the time zone; empty if only the offset is set.'),
  page_for_posts: integer('The id of the page that lists posts; 0 for none.'),
  page_on_front: integer('The id of the static home page; 0 for none.'),
  show_on_front: text('What the home page shows: `posts` or `page`.'),
  authentication: {
    description: 'The authentication methods; an empty list for none.',
    type: ['object', 'array'],
  },
  site_logo: integer('The id of the logo; 0 for none.'),
  site_icon: integer('The id of the icon; 0 for none.'),
  site_icon_url: text('The URL of the icon; empty for none.'),
}
