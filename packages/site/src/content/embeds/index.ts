// oEmbed: a provider of posts, and a consumer of other sites.
export { type EmbedRegistrations, oembedFeature } from './oembed-feature.js'
export type { OembedProviderOptions } from './oembed-providers.js'
export { oembedHtml } from './own-embed.js'
export { hasSiteOrigin } from './own-page.js'
export { urlDetailsFeature } from './url-details-feature.js'
