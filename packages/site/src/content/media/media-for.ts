import { type MediaSettings, mediaSettings } from '../../media/media-settings.js'
import type { Actor } from '../../operations/tx.js'
import type { SiteContext } from '../../site-context.js'

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
