import type { StoreSession } from '@platen/storage'
import type { SiteContext } from '../../../kernel/context/index.js'
import { setInternalMeta } from '../../posts/index.js'
import { candidateBases } from '../files/file-names.js'
import type { FileStorage, TemporaryFile } from '../files/file-storage.js'
import type { ImageFacts } from '../files/image-tools.js'
import { mediaSettings } from '../files/media-settings.js'
import { bufferedFile } from '../files/stored-content.js'
import { mediaMetaKeys, type StoredFile, type StoredSize } from '../stored-file.js'
import type { AcceptedFile } from './accept-upload.js'
import { type Derived, type DerivedImages, isTurned } from './make-images.js'

/** A file saved in the storage together with its derived images. */
export interface SavedFile {
  readonly file: StoredFile
  /** The path of the uploaded file. */
  readonly originalPath: string
  /** The name of the uploaded file without its extension. */
  readonly base: string
  /** Removes all saved files from the storage. */
  undo(): Promise<void>
}

/** Removes files. Failures are only logged: the operation that called it is already complete. */
export async function removeFiles(site: SiteContext, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    try {
      await site.get(mediaSettings).storage?.remove(path)
    } catch (error) {
      site.services.logger.warn({ err: error, path }, 'a file could not be removed')
    }
  }
}

/** The path and names that a file has in another site. */
export interface KeptNames {
  /** With a trailing slash, unless it is empty. */
  readonly folder: string
  readonly base: string
  readonly extension: string
  /** The names of derived images, by size. */
  readonly sizes: Readonly<Record<string, string>>
  /** Whether another file will have a path. */
  readonly isReserved: (path: string) => boolean
}

/** A file to save, with its derived images. */
export interface FileToSave {
  /** The folder of the files, with a trailing slash. */
  readonly folder: string
  readonly accepted: AcceptedFile
  /** The properties of an image. */
  readonly facts?: ImageFacts | undefined
  readonly derived: DerivedImages
}

/** Saves a file and its derived images in a folder under a free base name; if that fails, removes them. */
export async function saveFile(site: SiteContext, storage: FileStorage, file: FileToSave): Promise<SavedFile> {
  const { folder, accepted, derived } = file
  let taken: ReadonlySet<string> = new Set()
  for (const base of candidateBases(accepted.base)) {
    const nameFor = (suffix: string) => `${base}${suffix}.${accepted.extension}`
    const images = [...derived.sizes.values(), derived.shown]
    if (['', ...images.flatMap(image => image?.suffix ?? [])].some(suffix => taken.has(folder + nameFor(suffix))))
      continue
    const files = new Map<string, TemporaryFile>([[nameFor(''), accepted.file]])
    for (const image of images) {
      if (image !== undefined) files.set(nameFor(image.suffix), bufferedFile(storage, image.bytes))
    }
    const written: string[] = []
    const undo = () => removeFiles(site, written)
    try {
      if (await putAll(folder, files, accepted.type, written)) {
        return {
          base,
          undo,
          originalPath: `${folder}${nameFor('')}`,
          file: describe(file, nameFor),
        }
      }
      await undo()
      // If one name is taken, many may be: list them instead of trying each.
      taken = new Set(await storage.list?.(`${folder}${accepted.base}`))
    } catch (error) {
      await undo()
      throw error
    }
  }
  throw new Error('no free file name')
}

async function putAll(
  folder: string,
  files: ReadonlyMap<string, TemporaryFile>,
  type: string,
  written: string[],
): Promise<boolean> {
  for (const [name, file] of files) {
    if (!(await file.put(`${folder}${name}`, type))) return false
    written.push(`${folder}${name}`)
  }
  return true
}

/** How many names of a derived image are tried. */
const TRIES = 20

/** Saves a file under the path that it has in another site, if that is free; derived images may get other names. */
export async function saveKeptFile(
  site: SiteContext,
  storage: FileStorage,
  fileToSave: FileToSave,
  kept: KeptNames,
): Promise<SavedFile | undefined> {
  const { accepted, derived } = fileToSave
  const { folder, base, extension } = kept
  const originalPath = `${folder}${base}.${extension}`
  if (!(await accepted.file.put(originalPath, accepted.type))) return undefined
  const written = [originalPath]
  const undo = () => removeFiles(site, written)
  const names = new Map([['', `${base}.${extension}`]])
  const put = async (image: Derived, size: string | undefined): Promise<boolean> => {
    const keptSize = size !== undefined && Object.hasOwn(kept.sizes, size) ? kept.sizes[size] : undefined
    if (names.has(image.suffix)) return true
    const file = bufferedFile(storage, image.bytes)
    const numbered = Array.from({ length: TRIES }, (_, at) => `${base}${image.suffix}${at === 0 ? '' : `-${at}`}`)
    for (const name of [
      ...(keptSize === undefined ? [] : [keptSize]),
      ...numbered.map(each => `${each}.${extension}`),
    ]) {
      if (kept.isReserved(folder + name) || !(await file.put(folder + name, accepted.type))) continue
      written.push(folder + name)
      names.set(image.suffix, name)
      return true
    }
    return false
  }
  try {
    const shown = derived.shown !== undefined && (await put(derived.shown, undefined)) ? derived.shown : undefined
    const sizes = new Map<string, Derived>()
    for (const [size, image] of derived.sizes) if (await put(image, size)) sizes.set(size, image)
    const saved = { ...fileToSave, folder, derived: { shown, sizes } }
    return { base, undo, originalPath, file: describe(saved, suffix => names.get(suffix) ?? '') }
  } catch (error) {
    await undo()
    throw error
  }
}

function describe({ folder, accepted, facts, derived }: FileToSave, nameFor: (suffix: string) => string): StoredFile {
  const { file, type } = accepted
  const { shown, sizes } = derived
  const stored: Record<string, StoredSize> = {}
  for (const [name, image] of sizes) {
    const { width, height } = image
    stored[name] = { file: nameFor(image.suffix), width, height, type, bytes: image.bytes.length }
  }
  return {
    path: folder + nameFor(shown?.suffix ?? ''),
    bytes: shown === undefined ? file.size : shown.bytes.length,
    width: shown?.width ?? facts?.width ?? null,
    height: shown?.height ?? facts?.height ?? null,
    sizes: stored,
    original: shown === undefined ? null : nameFor(''),
    notes: facts?.notes ?? null,
    turned: shown !== undefined && facts !== undefined && isTurned(facts),
    editedFrom: null,
  }
}

/** Stores which file an attachment has. */
export async function setFile(store: StoreSession, id: number, { file }: Pick<SavedFile, 'file'>): Promise<void> {
  await setInternalMeta(store, id, mediaMetaKeys.path, file.path)
  await setInternalMeta(store, id, mediaMetaKeys.file, file)
}
