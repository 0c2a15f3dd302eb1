import { isUrl } from '@platen/core'
import { metaIn, whereMeta } from '@platen/site'
import { mediaMetaKeys } from '@platen/site/media'
import type { Store } from '@platen/storage'

/** An attachment whose file is missing. */
export interface MissingFile {
  readonly id: number
  /** The URL of the file at the time of the export. */
  readonly url: string
  /** Its path in the old uploads folder, such as `2024/02/rose.jpg`; empty if the export lacks it. */
  readonly path: string
}

/** Finds the attachments of a site whose files have not been imported yet. */
export async function missingFiles(store: Store): Promise<readonly MissingFile[]> {
  const { and, eq } = whereMeta
  const valuesOf = async (key: string) => {
    const { records } = await metaIn(store).find({ where: and(eq('kind', 'post'), eq('key', key)) })
    return records.map(({ object, value }) => [object, typeof value === 'string' ? value : ''] as const)
  }
  const paths = new Map(await valuesOf(mediaMetaKeys.path))
  const urls = new Map(await valuesOf(mediaMetaKeys.url))
  return [...urls]
    .filter(([, url]) => url !== '')
    .map(([id, url]) => ({ id, url, path: paths.get(id) ?? '' }))
    .sort((a, b) => a.id - b.id)
}

/** The decoded segments of a URL's path; none for an invalid URL. */
export function pathParts(url: string): readonly string[] {
  if (!isUrl(url)) return []
  return new URL(url).pathname
    .split('/')
    .filter(part => part !== '')
    .map(part => {
      try {
        return decodeURIComponent(part)
      } catch {
        return part
      }
    })
}
