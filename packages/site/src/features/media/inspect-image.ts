import { filterHtml } from '@platen/rendering'
import type { ImageFacts, ImageSource } from '../../media/image-tools.js'
import type { Actor } from '../../operations/tx.js'
import type { SiteContext } from '../../site-context.js'
import { mediaFor } from './media-for.js'

/** Inspects an image. Texts in its metadata are filtered, because they become titles and captions. */
export async function inspectImage(
  site: SiteContext,
  actor: Actor,
  source: ImageSource,
): Promise<ImageFacts | undefined> {
  const facts = await mediaFor(site, actor).images?.inspect(source)
  if (facts === undefined) return undefined
  const { notes } = facts
  const clean = (text: string) => filterHtml(text, 'content')
  return {
    ...facts,
    notes: {
      ...notes,
      credit: clean(notes.credit),
      camera: clean(notes.camera),
      caption: clean(notes.caption),
      copyright: clean(notes.copyright),
    },
  }
}
