import { RestError } from '@platen/core'
import type { StoreSession } from '@platen/storage'
import { mediaSettings, type SavedFile } from '../../../content/media/index.js'
import {
  insertPost,
  mayCreatePost,
  mayDeletePost,
  type PostTarget,
  postSaved,
  preparePost,
  removePosts,
} from '../../../content/posts/index.js'
import { permit, type SiteContext } from '../../../kernel/context/index.js'
import { type Actor, defineOperation, inTransaction } from '../../../kernel/operations/index.js'
import { type PostRecord, postsIn } from '../../../kernel/records/index.js'
import { recordById } from '../../../kernel/rest/index.js'
import { noSuchFamily } from '../font-access.js'
import { asSource, cleanFace, type FontFace, faceSelection, faceSlug, sourcesOf } from '../font-face.js'
import { type FontUpload, saveFont, uploadFailure } from '../font-files.js'
import { cleanUrl, isFontUrl } from '../font-source.js'
import { fontTypes } from '../font-types.js'
import { noteFontFiles } from '../stored-font-files.js'
import { emptySetting, invalidSettings, type SentSettings } from './check-settings.js'
import { isSlugTaken, reloadFont } from './font-family-operations.js'

/** A font face to create. */
export interface NewFontFace {
  /** The id of its family. */
  readonly family: number
  /** Its descriptors; those of `src` are URLs, or the fields of `files`. */
  readonly settings: SentSettings
  /** Discarded when the face is stored or refused. */
  readonly files?: readonly FontUpload[] | undefined
}

/** A stored file, and the name by which the settings refer to it. */
interface SavedFont extends Pick<SavedFile, 'originalPath' | 'undo'> {
  readonly field: string
}

/** The error for the sources of a face: each is the name of an uploaded file or a URL, and each file is a source. */
export function refusedSource(
  site: SiteContext,
  settings: SentSettings,
  files: readonly Pick<FontUpload, 'field'>[],
): RestError | undefined {
  const { src } = settings
  const sources = (Array.isArray(src) ? src : [src]).map(source => String(source ?? ''))
  if (sources.some(source => source.trim() === ''))
    return invalidSettings('font_face_settings[src] has an empty value.')
  const fields = new Set(files.map(({ field }) => field))
  const unknown = sources.find(source => !fields.has(source) && !isFontUrl(site, source))
  if (unknown !== undefined)
    return invalidSettings(
      'font_face_settings[src] has a value that is neither a URL nor the name of an uploaded file.',
    )
  const unused = files.find(({ field }) => !sources.includes(field))
  return unused && invalidSettings(`The file "${unused.field}" is not in font_face_settings[src].`)
}

/** Stores a font face with its files, or nothing. Rejects with a `RestError` if it is refused. */
export async function createFontFace(site: SiteContext, actor: Actor, input: NewFontFace): Promise<PostRecord> {
  const { family, files = [] } = input
  const saved: SavedFont[] = []
  try {
    const face = checkedFace(site, actor, input)
    await refuseUnstorable(site, site.store, family, face)
    for (const upload of files) {
      if (sourcesOf(face).filter(source => source === upload.field).length > 1)
        throw uploadFailure(site, 'A file can be only one source of a font face.')
      saved.push({ field: upload.field, ...(await saveFont(site, upload)) })
    }
    return await inTransaction(site, tx => insertFace(tx, actor, { family, face, saved }))
  } catch (error) {
    for (const { undo } of saved) await undo()
    throw error
  } finally {
    for (const { file } of files) await file.discard()
  }
}

/** Checks the input without the store, and sanitizes the face. */
function checkedFace(site: SiteContext, actor: Actor, { settings, files = [] }: NewFontFace): FontFace {
  permit(mayCreatePost(fontTypes(site).face, actor, {}))
  const refused =
    emptySetting('font_face_settings', settings, ['fontFamily', 'src']) ?? refusedSource(site, settings, files)
  if (refused !== undefined) throw refused
  return cleanFace(site, settings)
}

/** Throws for a face without a family, or a face whose selection another one already has. */
async function refuseUnstorable(site: SiteContext, store: StoreSession, parent: number, face: FontFace): Promise<void> {
  const types = fontTypes(site)
  if ((await recordById(postsIn(store), parent))?.type !== types.family.name) throw noSuchFamily()
  if (await isSlugTaken(store, types.face.name, faceSlug(faceSelection(face))))
    throw new RestError('rest_duplicate_font_face', 'A font face for the same text already exists.', 400)
}

/** A face whose files are saved. */
interface SavedFace {
  /** The id of its family. */
  readonly family: number
  readonly face: FontFace
  readonly saved: readonly SavedFont[]
}

const insertFace = defineOperation(
  async (tx, actor, { family: parent, face, saved }: SavedFace): Promise<PostRecord> => {
    const { site, store } = tx
    const { face: type } = fontTypes(site)
    permit(mayCreatePost(type, actor, {}))
    await refuseUnstorable(site, store, parent, face)
    const { storage } = site.get(mediaSettings)
    const urls = new Map(saved.map(({ field, originalPath }) => [field, storage?.url(originalPath) ?? '']))
    const src = asSource(sourcesOf(face).map(source => urls.get(source) ?? cleanUrl(site, source)))
    const selection = faceSelection(face)
    const prepared = await preparePost(tx, actor, type, { slug: faceSlug(selection), status: 'publish' })
    const changes = { ...prepared.changes, parent, title: selection, content: JSON.stringify({ ...face, src }) }
    const post = await insertPost(tx, actor, type, { ...prepared, changes })
    await noteFontFiles(
      store,
      post.id,
      saved.map(({ originalPath }) => originalPath),
    )
    tx.emit(postSaved, { post, before: undefined })
    return post
  },
)

/** Permanently deletes a font face with its files, and returns it. */
export const deleteFontFace = defineOperation(async (tx, actor, { id, version }: PostTarget): Promise<PostRecord> => {
  const options = await tx.site.options()
  const post = await reloadFont(tx, fontTypes(tx.site).face, id, each => mayDeletePost(actor, each, options))
  if (version !== undefined) await postsIn(tx.store).update(post.id, {}, { version })
  await removePosts(tx, [post])
  return post
})
