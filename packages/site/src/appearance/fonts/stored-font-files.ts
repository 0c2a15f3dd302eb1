import { groupBy } from '@platen/core'
import type { StoreSession } from '@platen/storage'
import { removeFiles } from '../../content/media/index.js'
import { type PostsThatFollow, postRemovals } from '../../content/posts/index.js'
import type { SetupCalls } from '../../kernel/features/index.js'
import type { Tx } from '../../kernel/operations/index.js'
import { metaIn, type PostRecord, postsIn, whereMeta, wherePosts } from '../../kernel/records/index.js'
import { fontTypes } from './font-types.js'

/** The meta key of the paths of a face's files in the storage, one value each. */
const FILE_KEY = '_font_face_file'

/** Notes the paths of the files of a face, in the transaction that stores it. */
export async function noteFontFiles(store: StoreSession, id: number, paths: readonly string[]): Promise<void> {
  if (paths.length === 0) return
  await metaIn(store).insertMany(paths.map(value => ({ kind: 'post', object: id, key: FILE_KEY, value })))
}

/** Removes the files of faces that are removed, after the commit. */
async function removeFaceFiles({ site, store, afterCommit }: Tx, faces: readonly PostRecord[]): Promise<undefined> {
  const ids = faces.map(({ id }) => id)
  const { records } = await metaIn(store).find({
    where: whereMeta.and(whereMeta.eq('kind', 'post'), whereMeta.in('object', ids), whereMeta.eq('key', FILE_KEY)),
  })
  const paths = records.flatMap(({ value }) => (typeof value === 'string' ? [value] : []))
  if (paths.length > 0) afterCommit(() => removeFiles(site, paths))
}

/** The faces of families, which are removed together with them. */
async function facesOf({ site, store }: Tx, families: readonly PostRecord[]): Promise<PostsThatFollow> {
  const { face } = fontTypes(site)
  const parents = families.map(({ id }) => id)
  const { records } = await postsIn(store).find({
    where: wherePosts.and(wherePosts.eq('type', face.name), wherePosts.in('parent', parents)),
  })
  return groupBy(records, ({ parent }) => parent)
}

/** Registers what is removed with font families and faces. */
export function registerFontRemovals({ context }: SetupCalls): void {
  const { prefix } = context.dialect
  context.get(postRemovals).add(facesOf, `${prefix}_font_family`)
  context.get(postRemovals).add(removeFaceFiles, `${prefix}_font_face`)
}
