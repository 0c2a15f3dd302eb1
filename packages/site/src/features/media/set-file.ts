import type { StoreSession } from '../../storage/index.js'
import { setOwnMeta } from '../posts/own-values.js'
import type { SavedFile } from './save-file.js'
import { mediaMetaKeys } from './stored-file.js'

/** Stores which file an attachment has. */
export async function setFile(store: StoreSession, id: number, { file }: Pick<SavedFile, 'file'>): Promise<void> {
  await setOwnMeta(store, id, mediaMetaKeys.path, file.path)
  await setOwnMeta(store, id, mediaMetaKeys.file, file)
}
