import type { ImageSource } from '@platen/site/media'
import { type IAudioMetadata, parseFromTokenizer } from 'music-metadata'
import { fromBuffer, fromFile } from 'strtok3'

/**
 * Reads the metadata that music-metadata finds in a file of a media type. A damaged file is read as far as possible.
 */
export async function readTags(source: ImageSource, mimeType: string): Promise<IAudioMetadata | undefined> {
  let found: IAudioMetadata | undefined
  const observer = ({ metadata }: { readonly metadata: IAudioMetadata }) => {
    found = metadata
  }
  const tokenizer =
    'file' in source
      ? await fromFile(source.file, { fileInfo: { mimeType } })
      : fromBuffer(source, { fileInfo: { mimeType } })
  try {
    return await parseFromTokenizer(tokenizer, { observer, mkvUseIndex: true })
  } catch {
    return found
  } finally {
    await tokenizer.close()
  }
}
