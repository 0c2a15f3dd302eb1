import type { Registering } from '../../kernel/features/index.js'
import { type OembedProviderOptions, oembedProvider, oembedProviders } from './oembed-providers.js'

/** The registration call for providers of embeds. */
export interface EmbedRegistrations {
  /** Registers a site whose pages can be embedded, as `/oembed/1.0/proxy` and editors do. */
  registerOembedProvider(name: string, options: OembedProviderOptions): void
}

/** Creates the call for a site. */
export const embedRegistrations = ({ context }: Registering): EmbedRegistrations => ({
  registerOembedProvider: (name, options) => context.get(oembedProviders).add(name, oembedProvider(name, options)),
})
