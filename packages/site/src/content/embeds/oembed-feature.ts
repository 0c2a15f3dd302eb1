import { type Args, endpoint, isUrl, objectSchema, RestError } from '@platen/core'
import { contentParts } from '../../kernel/blocks/index.js'
import type { SiteContext } from '../../kernel/context/index.js'
import { defineFeature, type Registering, type SetupCalls } from '../../kernel/features/index.js'
import { refusal } from '../../kernel/refusals/index.js'
import { noWebClient } from '../../kernel/web/index.js'
import { ownFilePath } from '../media/index.js'
import { writesPosts } from '../types/index.js'
import { BUILT_IN_PROVIDERS } from './built-in-providers.js'
import { loadContentEmbeds } from './content-embeds.js'
import { embeds } from './embed-collection.js'
import { embedRequests } from './embed-requests.js'
import { countOf, DEFAULT_EMBED_WIDTH } from './embed-size.js'
import { type OembedProviderOptions, oembedProvider, oembedProviders } from './oembed-providers.js'
import { oembedXml } from './oembed-xml.js'
import { ownEmbed } from './own-embed.js'
import { requestEmbed } from './request-embed.js'

/** The registration call for providers of embeds. */
export interface EmbedRegistrations {
  /** Registers a site whose pages can be embedded, as `/oembed/1.0/proxy` and editors do. */
  registerOembedProvider(name: string, options: OembedProviderOptions): void
}

/** Creates the call for a site. */
const embedRegistrations = ({ context }: Registering): EmbedRegistrations => ({
  registerOembedProvider: (name, options) => context.get(oembedProviders).add(name, oembedProvider(name, options)),
})

const NAMESPACE = 'oembed/1.0'

const urlArg = { description: 'The URL of the page to embed.', type: 'string', format: 'uri', required: true } as const

const EMBED_ARGS = {
  url: urlArg,
  format: { default: 'json' },
  maxwidth: { default: DEFAULT_EMBED_WIDTH },
} as const satisfies Args

const PROXY_ARGS = {
  url: urlArg,
  format: {
    description: 'The format of the data that the other site sends.',
    type: 'string',
    default: 'json',
    enum: ['json', 'xml'],
  },
  maxwidth: { description: 'The largest width of the embed in pixels.', type: 'integer', default: DEFAULT_EMBED_WIDTH },
  maxheight: { description: 'The largest height of the embed in pixels.', type: 'integer' },
  discover: {
    description: 'Whether pages of unknown sites are searched for their own endpoint.',
    type: 'boolean',
    default: true,
  },
} as const satisfies Args

const dataSchema = () =>
  objectSchema('oembed', {
    version: { description: 'The version of oEmbed.', type: 'string' },
    type: { description: 'What is embedded.', type: 'string', enum: ['photo', 'video', 'link', 'rich'] },
    title: { description: 'The title.', type: 'string' },
    author_name: { description: 'The name of the author.', type: 'string' },
    author_url: { description: 'The URL of a page of the author.', type: 'string', format: 'uri' },
    provider_name: { description: 'The name of the site.', type: 'string' },
    provider_url: { description: 'The URL of the site.', type: 'string', format: 'uri' },
    width: { description: 'The width in pixels.', type: 'number' },
    height: { description: 'The height in pixels.', type: 'number' },
    html: { description: 'The HTML to embed.', type: 'string' },
    thumbnail_url: { description: 'The URL of a thumbnail of the page.', type: 'string', format: 'uri' },
    thumbnail_width: { description: 'The width of that image in pixels.', type: 'number' },
    thumbnail_height: { description: 'Its height in pixels.', type: 'number' },
  })

const noEmbed = () => new RestError('oembed_invalid_url', 'Nothing can be embedded for this URL.', 404)

/** Whether a URL is below the site's URL: its content is available without a request. */
const isOwn = (site: SiteContext, url: string): boolean =>
  (isUrl(url) && new URL(url).host === new URL(site.url).host) || ownFilePath(site, url) !== undefined

/** Declares the routes of oEmbed: the embeds of the site's posts, and those of other sites for its editors. */
function registerOembed(site: SiteContext): void {
  site.registry.route(NAMESPACE, '/embed', {
    responseSchema: dataSchema,
    endpoints: [
      endpoint({
        methods: 'GET',
        responds: { shape: 'item' },
        cacheable: true,
        args: EMBED_ARGS,
        skipValidation: ['format', 'maxwidth'],
        permission: 'public',
        format: request => (request.params['format'] === 'xml' ? oembedXml : undefined),
        async handler({ params, fields }) {
          const data = await ownEmbed(site, params.url, params.maxwidth)
          if (data === undefined) throw noEmbed()
          // In XML the order of the members shows: it does not depend on that of `_fields`.
          const body = Object.fromEntries(Object.entries(data).filter(([name]) => fields.wants(name)))
          return { body, fieldsApplied: true }
        },
      }),
    ],
  })
  site.registry.route(NAMESPACE, '/proxy', {
    responseSchema: dataSchema,
    endpoints: [
      endpoint({
        methods: 'GET',
        responds: { shape: 'item' },
        args: PROXY_ARGS,
        skipValidation: ['maxwidth', 'maxheight'],
        permission: request =>
          writesPosts(site, request.principal) ||
          refusal(request, 'rest_forbidden', 'You are not allowed to request embeds of other sites.'),
        async handler({ params }) {
          const { url, discover } = params
          const siteEmbed = await ownEmbed(site, url, params.maxwidth)
          const body =
            siteEmbed ??
            (isOwn(site, url)
              ? undefined
              : await requestEmbed(site, {
                  url,
                  discover,
                  maxWidth: countOf(params.maxwidth),
                  maxHeight: countOf(params.maxheight),
                }))
          if (body === undefined) throw noEmbed()
          return { body }
        },
      }),
    ],
  })
}

/** oEmbed: a provider for the site's posts, and a consumer of other providers. */
export const oembedFeature = defineFeature({
  name: 'oembed',
  registrations: embedRegistrations,
  setup(site: SetupCalls & EmbedRegistrations) {
    site.context.get(contentParts).push({ embeds: loadContentEmbeds })
    for (const [name, options] of Object.entries(BUILT_IN_PROVIDERS)) site.registerOembedProvider(name, options)
  },
  collections: [embeds],
  routes: registerOembed,
  beforeRequest: site =>
    site.services.web === noWebClient ? undefined : () => site.get(embedRequests).forgetFailures(site),
})
