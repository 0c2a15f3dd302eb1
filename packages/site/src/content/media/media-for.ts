import type { SiteContext } from '../../kernel/context/index.js'
import type { Actor } from '../../kernel/operations/index.js'
import { type MediaSettings, mediaSettings } from './files/media-settings.js'

/** A site's media settings, whose tools work for a user. */
export function mediaFor(site: SiteContext, { id }: Actor): MediaSettings {
  const settings = site.get(mediaSettings)
  const { images, recordings } = settings
  return {
    ...settings,
    images: images && {
      inspect: source => images.inspect(source, id),
      make: (source, steps, quality) => images.make(source, steps, quality, id),
    },
    recordings: recordings && { read: source => recordings.read(source, id) },
  }
}
