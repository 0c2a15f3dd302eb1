import { filterHtml } from '@platen/rendering'
import type { ImageSource } from '../../media/image-tools.js'
import type { RecordingFacts } from '../../media/recording-reader.js'
import type { Actor } from '../../operations/tx.js'
import type { SiteContext } from '../../site-context.js'
import { mediaFor } from './media-for.js'

/** Whether files of a media type are read as recordings. */
export const isRecording = (type: string): boolean => /^(?:audio|video)\//.test(type)

/** Reads the properties of an audio or video file. Its tags are filtered, because clients show them. */
export async function inspectRecording(
  site: SiteContext,
  actor: Actor,
  source: ImageSource,
): Promise<RecordingFacts | undefined> {
  const facts = await mediaFor(site, actor).recordings?.read(source)
  if (facts === undefined) return undefined
  const tags = Object.entries(facts.tags).map(([name, text]) => [name, filterHtml(text, 'content')] as const)
  return { ...facts, tags: Object.fromEntries(tags) }
}
