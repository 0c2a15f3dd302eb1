import type { StoreSession } from '@platen/storage'
import { setInternalMeta } from '../../posts/index.js'
import { mediaMetaKeys } from '../stored-file.js'
import type { SavedFile } from './save-file.js'

/** Stores which file an attachment has. */
export async function setFile(store: StoreSession, id: number, { file }: Pick<SavedFile, 'file'>): Promise<void> {
  await setInternalMeta(store, id, mediaMetaKeys.path, file.path)
  await setInternalMeta(store, id, mediaMetaKeys.file, file)
}
