import type { Links, Principal, Resource, Schema } from '@platen/core'
import { registrationKey, type SiteContext } from '../../../kernel/context/index.js'
import { withoutTags } from '../../../kernel/options/index.js'
import { flag, map, orEmpty, shownField, siteResource, text, uri, VIEW_EDIT_EMBED } from '../../../kernel/rest/index.js'
import { defaultTemplateTypes } from '../default-template-types.js'
import { partAreas } from '../part-areas.js'
import type { ActiveTheme, Theme } from '../reading/theme.js'
import { themes } from '../reading/themes.js'
import { authorText, descriptionText, nameText, tagTexts, urlText } from './theme-header-texts.js'
import { supportsOf, supportsSchema, themeSupports } from './theme-supports.js'
import { isActive, type LinkedThemeView, themesAndView } from './theme-view.js'

/** A text of the header: raw, and as HTML. */
const headerText = (description: string, textOf: (description: string) => Schema = text): Schema => ({
  ...map(description),
  properties: {
    raw: textOf('The text of the theme, without unsafe markup.'),
    rendered: textOf('As HTML.'),
  },
})
const headerUrl = (description: string) => headerText(description, uri)
const headerUrlOrEmpty = (description: string) => headerText(description, each => orEmpty(each, 'uri'))

const templateTypesSchema: Schema = {
  description: 'The kinds of pages that themes can have templates for.',
  type: 'array',
  items: {
    type: 'object',
    properties: {
      slug: text('The name of the template.'),
      title: text('Its title, for people.'),
      description: text('What it shows.'),
    },
  },
}

const partAreasSchema: Schema = {
  description: 'The areas of a page that template parts can be for.',
  type: 'array',
  items: {
    type: 'object',
    properties: {
      area: text('The name of the area.'),
      label: text('Its name, for people.'),
      description: text('What it is.'),
      icon: text('The name of an icon.'),
      area_tag: text('The HTML element around parts in it.'),
    },
  },
}

const shownAreas = partAreas.map(({ areaTag, ...area }) => ({ ...area, area_tag: areaTag }))

/** The resource of themes. */
export function themeResource(site: SiteContext): Resource<Theme, never> {
  const shown = shownField<Theme, LinkedThemeView>
  const { urlOf } = site.get(themes)
  const { exactSchemas } = site.dialect
  // A theme without a screenshot has an empty text, which is not a URL.
  const screenshotSchema = exactSchemas
    ? text('The URL of a picture of it; empty for none.')
    : uri('The URL of a picture of it.')
  const shownHeaderUrl = (description: string, get: (header: Theme['header']) => string) => ({
    ...shown(VIEW_EDIT_EMBED, headerUrl(description), ({ header }) => shownUrl(get(header))),
    responds: exactSchemas ? headerUrl(description) : headerUrlOrEmpty(description),
  })
  const shownUrl = (text: string) => {
    const url = urlText(text)
    return url.raw === '' && exactSchemas ? {} : url
  }
  const tags: Schema = {
    ...map('Words about its looks and features.'),
    properties: {
      raw: { description: 'As a list.', type: 'array', items: { type: 'string' } },
      rendered: text('As a text.'),
    },
  }
  return siteResource<Theme, LinkedThemeView, never, never>(site, 'theme', {
    title: 'theme',
    hasContexts: false,
    fields: {
      stylesheet: shown(
        VIEW_EDIT_EMBED,
        text('The name of its folder, which identifies it.'),
        theme => theme.stylesheet,
      ),
      template: shown(
        VIEW_EDIT_EMBED,
        text('That of the parent of a child theme, or its own.'),
        theme => theme.template,
      ),
      requires_php: shown(VIEW_EDIT_EMBED, text('The minimum version of the runtime.'), ({ header }) =>
        withoutTags(header.requiresRuntime),
      ),
      requires_wp: shown(VIEW_EDIT_EMBED, text('The minimum version of the service.'), ({ header }) =>
        withoutTags(header.requiresService),
      ),
      textdomain: shown(VIEW_EDIT_EMBED, text('The domain of its texts.'), ({ header }) => header.textDomain),
      version: shown(VIEW_EDIT_EMBED, text('Its version.'), ({ header }) => withoutTags(header.version)),
      screenshot: {
        ...shown(VIEW_EDIT_EMBED, screenshotSchema, ({ stylesheet, screenshot }) =>
          screenshot === undefined ? '' : `${urlOf(stylesheet)}/${screenshot}`,
        ),
        responds: orEmpty('The URL of a picture of it; empty for none.', 'uri'),
      },
      author: shown(VIEW_EDIT_EMBED, headerText('Its author.'), ({ header }) => authorText(header)),
      author_uri: shownHeaderUrl('The website of its author.', ({ authorUri }) => authorUri),
      description: shown(VIEW_EDIT_EMBED, headerText('What it is like.'), ({ header }) => descriptionText(header)),
      name: shown(VIEW_EDIT_EMBED, headerText('Its name.'), ({ header }) => nameText(header)),
      tags: shown(VIEW_EDIT_EMBED, tags, ({ header }) => tagTexts(header)),
      theme_uri: shownHeaderUrl('Its page on the web.', header => header.uri),
      status: {
        schema: { ...text('Whether the site shows it.'), enum: ['inactive', 'active'] },
        contexts: VIEW_EDIT_EMBED,
        get: (theme, view) => (isActive(theme, view) ? 'active' : 'inactive'),
      },
      theme_supports: shown(VIEW_EDIT_EMBED, supportsSchema, (theme, view) =>
        isActive(theme, view)
          ? site.hooks.apply(themeSupports, { value: supportsOf(view.active), theme: view.active })
          : undefined,
      ),
      is_block_theme: shown(
        VIEW_EDIT_EMBED,
        flag('Whether its templates consist of blocks.'),
        theme => theme.isBlockTheme,
      ),
      stylesheet_uri: shown(VIEW_EDIT_EMBED, uri('The URL of its folder.'), theme => urlOf(theme.stylesheet)),
      template_uri: shown(VIEW_EDIT_EMBED, uri('The URL of the folder of its parent, or its own.'), theme =>
        urlOf(theme.template),
      ),
      default_template_types: shown(VIEW_EDIT_EMBED, templateTypesSchema, (theme, view) =>
        isActive(theme, view) ? defaultTemplateTypes : undefined,
      ),
      default_template_part_areas: shown(VIEW_EDIT_EMBED, partAreasSchema, (theme, view) =>
        isActive(theme, view) ? shownAreas : undefined,
      ),
    },
    async load(shown, _needs, request) {
      const { view } = await themesAndView(site)
      const isLinked = request.fields.wants('_links') && shown.some(theme => isActive(theme, view))
      const relations = isLinked ? await linksOfActiveTheme(site, view.active, request.principal) : {}
      return { ...view, relations }
    },
    links: { of: (theme, view) => themeLinks(site, theme, view) },
  })
}

/** The URL of the list of themes. */
const themesUrl = (site: SiteContext): string => `${site.apiUrl}/${site.namespace}/themes`

/** The links of a theme. */
function themeLinks(site: SiteContext, theme: Theme, view: LinkedThemeView): Links {
  const url = themesUrl(site)
  return {
    self: [
      {
        href: `${url}/${theme.stylesheet.split('/').map(encodeURIComponent).join('/')}`,
        targetHints: { allow: ['GET'] },
      },
    ],
    collection: [{ href: url }],
    ...(isActive(theme, view) && view.relations),
  }
}

/** Links that a feature adds to the active theme. */
export type ActiveThemeLinks = (site: SiteContext, theme: ActiveTheme, principal: Principal) => Links | Promise<Links>

/** The links that features add to the active theme. */
export const activeThemeLinks = registrationKey('links of the active theme', (): ActiveThemeLinks[] => [])

/** The links that only the active theme has. */
async function linksOfActiveTheme(site: SiteContext, theme: ActiveTheme, principal: Principal): Promise<Links> {
  let links: Links = {}
  for (const more of site.get(activeThemeLinks)) links = { ...links, ...(await more(site, theme, principal)) }
  return links
}
