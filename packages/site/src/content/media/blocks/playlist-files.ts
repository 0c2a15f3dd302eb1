import type { BlockUse } from '@platen/rendering'
import type { BlockScope } from '../../../kernel/blocks/index.js'
import { conditionOf } from '../../../kernel/context/index.js'
import { metaIn, postsIn, whereMeta, wherePosts } from '../../../kernel/records/index.js'
import { readPosts } from '../../posts/index.js'
import { mediaSettings } from '../files/media-settings.js'
import { formattedDuration } from '../recording-details.js'
import { asStoredFile, mediaMetaKeys } from '../stored-file.js'

/** The maximum number of different files in the playlists of a page of records. */
const MAX_FILES = 1000

/** The properties of an attachment that a track shows if its block does not set them. */
export interface PlaylistFile {
  readonly url: string
  readonly title: string
  /** Such as `3:05`; empty if it is unknown. */
  readonly length: string
  readonly artist: string
}

/** The attachments of tracks, by their ids. */
export type PlaylistFiles = ReadonlyMap<number, PlaylistFile>

const isId = (id: unknown): id is number => typeof id === 'number' && Number.isSafeInteger(id) && id > 0

/** Loads the attachments of all tracks with two queries: those that the reader may read. */
export async function loadPlaylistFiles(
  uses: readonly BlockUse[],
  { site, principal }: BlockScope,
): Promise<PlaylistFiles> {
  const ids = [...new Set(uses.map(({ attributes }) => attributes['id']).filter(isId))].slice(0, MAX_FILES)
  if (ids.length === 0) return new Map()
  const readable = wherePosts.and(
    wherePosts.in('id', ids),
    wherePosts.eq('type', 'attachment'),
    conditionOf(readPosts(site, principal)),
  )
  const keys = [mediaMetaKeys.file, mediaMetaKeys.url]
  const [{ records: found }, { records: own }] = await Promise.all([
    postsIn(site.store).find({ where: readable }),
    metaIn(site.store).find({
      where: whereMeta.and(whereMeta.eq('kind', 'post'), whereMeta.in('key', keys), whereMeta.in('object', ids)),
    }),
  ])
  const values = new Map(own.map(({ object, key, value }) => [`${object} ${key}`, value]))
  const { storage } = site.get(mediaSettings)
  return new Map(
    found.map(({ id, title, guid }) => {
      const file = asStoredFile(values.get(`${id} ${mediaMetaKeys.file}`))
      const stored = file && storage?.url(file.path)
      const url = stored ?? String(values.get(`${id} ${mediaMetaKeys.url}`) ?? guid)
      const { duration, tags } = file?.recording ?? {}
      const length = duration === undefined ? '' : formattedDuration(Math.round(duration))
      return [id, { url, title, length, artist: tags?.['artist'] ?? '' }] as const
    }),
  )
}
