import { filterHtml } from '@platen/rendering'
import type { SiteContext } from '../../../kernel/context/index.js'
import type { Actor } from '../../../kernel/operations/index.js'
import type { ImageFacts, ImageSource } from '../files/image-tools.js'
import { mediaFor } from '../files/media-settings.js'
import type { RecordingFacts } from '../files/recording-reader.js'

/** Texts in files come from anybody, and become titles, captions and details that clients show. */
const cleanText = (text: string): string => filterHtml(text, 'content')

/** Reads the properties of an image, with filtered texts; `undefined` if the site cannot read it. */
export async function inspectImage(
  site: SiteContext,
  actor: Actor,
  source: ImageSource,
): Promise<ImageFacts | undefined> {
  const facts = await mediaFor(site, actor).images?.inspect(source)
  if (facts === undefined) return undefined
  const { notes } = facts
  return {
    ...facts,
    notes: {
      ...notes,
      credit: cleanText(notes.credit),
      camera: cleanText(notes.camera),
      caption: cleanText(notes.caption),
      copyright: cleanText(notes.copyright),
    },
  }
}

/** Whether files of a media type are read as recordings. */
export const isRecording = (type: string): boolean => /^(?:audio|video)\//.test(type)

/** Reads the properties of an audio or video file, with filtered tags; `undefined` if the site cannot read it. */
export async function inspectRecording(
  site: SiteContext,
  actor: Actor,
  source: ImageSource,
): Promise<RecordingFacts | undefined> {
  const facts = await mediaFor(site, actor).recordings?.read(source)
  if (facts === undefined) return undefined
  const tags = Object.entries(facts.tags).map(([name, text]) => [name, cleanText(text)] as const)
  return { ...facts, tags: Object.fromEntries(tags) }
}
