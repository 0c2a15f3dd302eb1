import type { Context, Resource, Schema } from '@platen/core'
import { escapeHtml } from '@platen/rendering'
import type { SiteContext } from '../../../kernel/context/index.js'
import { flag, siteResource, text, uri, VIEW_EDIT, VIEW_EDIT_EMBED } from '../../../kernel/rest/index.js'
import type { SitePlugin } from '../plugin-manager.js'

/** The statuses of plugins that clients can set. */
export const PLUGIN_STATUSES = ['inactive', 'active'] as const

/** The pattern of ids of plugins, in paths and arguments. */
export const PLUGIN_PATTERN = '[^.\\/]+(?:\\/[^.\\/]+)?'

/** A field that only the manifest of a plugin determines. */
const shown = (contexts: readonly Context[], schema: Schema, get: (plugin: SitePlugin) => unknown) =>
  ({ schema, contexts, readonly: true, get }) as const

/** The description with the author, as HTML. */
function renderedDescription({ manifest }: SitePlugin): string {
  const { description, author, authorUri } = manifest
  if (author === '') return escapeHtml(description)
  const name = escapeHtml(author)
  const by = authorUri === '' ? name : `<a href="${escapeHtml(authorUri)}">${name}</a>`
  return `${escapeHtml(description)} <cite>By ${by}.</cite>`
}

/** The URL of a plugin's route. */
export const pluginUrl = (site: SiteContext, id: string): string => `${site.apiUrl}/${site.namespace}/plugins/${id}`

/** The resource of plugins. */
export function pluginResource(site: SiteContext): Resource<SitePlugin, never> {
  return siteResource<SitePlugin, undefined, never, never>(site, 'plugin', {
    title: 'plugin',
    fields: {
      plugin: shown(VIEW_EDIT_EMBED, { ...text('The id of the plugin.'), pattern: PLUGIN_PATTERN }, ({ id }) => id),
      status: {
        schema: { ...text('Whether the plugin is active.'), enum: PLUGIN_STATUSES },
        contexts: VIEW_EDIT_EMBED,
        argument: 'none',
        get: ({ status }) => status,
      },
      name: shown(VIEW_EDIT_EMBED, text('Its title.'), ({ manifest }) => manifest.name),
      plugin_uri: shown(VIEW_EDIT, uri('The URL of its page.'), ({ manifest }) => manifest.uri),
      author: shown(VIEW_EDIT, text('Its author.'), ({ manifest }) => manifest.author),
      author_uri: shown(VIEW_EDIT, uri("The URL of the author's page."), ({ manifest }) => manifest.authorUri),
      description: shown(
        VIEW_EDIT,
        {
          description: 'What it does.',
          type: 'object',
          properties: { raw: text('The text as it is.'), rendered: text('The text with the author, as HTML.') },
        },
        plugin => ({ raw: plugin.manifest.description, rendered: renderedDescription(plugin) }),
      ),
      version: shown(VIEW_EDIT, text('Its version.'), ({ manifest }) => manifest.version),
      network_only: shown(VIEW_EDIT_EMBED, flag('Whether it is activated for several sites at once.'), () => false),
      requires_wp: shown(
        VIEW_EDIT_EMBED,
        text('The lowest release of the service.'),
        ({ manifest }) => manifest.requiresService,
      ),
      requires_php: shown(
        VIEW_EDIT_EMBED,
        text('The lowest version of the runtime.'),
        ({ manifest }) => manifest.requiresRuntime,
      ),
      textdomain: shown(VIEW_EDIT, text('The domain of its texts.'), ({ manifest }) => manifest.textDomain),
    },
    load: () => undefined,
    links: {
      of: ({ id }) => ({
        self: [{ href: pluginUrl(site, id), targetHints: { allow: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] } }],
      }),
    },
  })
}
