import { candidateBases } from '../../media/file-names.js'
import type { FileStorage, TemporaryFile } from '../../media/file-storage.js'
import type { ImageFacts } from '../../media/image-tools.js'
import { mediaSettings } from '../../media/media-settings.js'
import { bufferedFile } from '../../media/stored-content.js'
import type { SiteContext } from '../../site-context.js'
import type { AcceptedFile } from './accept-upload.js'
import { type DerivedImages, isTurned } from './make-images.js'
import type { StoredFile, StoredSize } from './stored-file.js'

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
export async function saveFile(site: SiteContext, storage: FileStorage, given: FileToSave): Promise<SavedFile> {
  const { folder, accepted, derived } = given
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
          file: describe(given, nameFor),
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
