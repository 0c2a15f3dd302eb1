import { RestError } from '@platen/core'
import type { SiteContext } from '@platen/site'
import type { Actor } from '@platen/site/extend'
import { mediaSettings } from '@platen/site/media'
import { attachFile } from '@platen/site/operations'
import { ImportError } from '../import-error.js'
import type { FileSource } from './file-source.js'
import type { MissingFile } from './missing-files.js'
import { oldSizes, uploadPath } from './old-file.js'

/** An attachment whose file could not be imported, and the reason. */
export interface FailedFile extends MissingFile {
  readonly reason: string
}

/** The result of an import of files. */
export interface FileSummary {
  readonly stored: readonly MissingFile[]
  readonly failed: readonly FailedFile[]
}

/** Options of `importFiles`. */
export interface FileImportOptions {
  /** The uploader, whose capabilities determine which file types are accepted. */
  readonly actor: Actor
  /** The sources, which are tried in order. */
  readonly sources: readonly FileSource[]
  /** Aborts the import. Files that were stored before remain. */
  readonly signal?: AbortSignal | undefined
  /** Called after each file, whether it was stored or not. */
  readonly onFile?: (() => void) | undefined
}

/** The number of files that are imported concurrently. */
const CONCURRENCY = 4

/** Finds and stores the files of attachments. If one fails, the import continues with the others. */
export async function importFiles(
  site: SiteContext,
  missing: readonly MissingFile[],
  { actor, sources, signal, onFile }: FileImportOptions,
): Promise<FileSummary> {
  const failed: FailedFile[] = []
  const stored: MissingFile[] = []
  const owners = new Map<string, number>()
  for (const file of missing) {
    const path = uploadPath(file)
    if (path !== undefined && !owners.has(path)) owners.set(path, file.id)
  }
  const isReserved = (id: number) => (path: string) => (owners.get(path) ?? id) !== id
  let fatal: { readonly error: unknown } | undefined
  const queue = missing.values()
  const worker = async () => {
    for (const file of queue) {
      if (signal?.aborted || fatal !== undefined) return
      try {
        await importFile(site, actor, file, sources, isReserved(file.id), signal)
        stored.push(file)
      } catch (error) {
        // An aborted file is not a failure.
        if (signal?.aborted) return
        if (error instanceof RestError || error instanceof ImportError) failed.push({ ...file, reason: error.message })
        else fatal = { error }
      }
      onFile?.()
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, worker))
  // An error of the disk or the store affects every file.
  if (fatal !== undefined) throw (fatal as { readonly error: unknown }).error
  return { stored, failed: failed.sort((a, b) => a.id - b.id) }
}

async function importFile(
  site: SiteContext,
  actor: Actor,
  file: MissingFile,
  sources: readonly FileSource[],
  isReserved: (path: string) => boolean,
  signal: AbortSignal | undefined,
): Promise<void> {
  const path = uploadPath(file)
  const sizes = await oldSizes(site.store, file.id)
  for (const source of sources) {
    const found = await source(file, { maxBytes: site.get(mediaSettings).maxBytes, signal })
    if (found === undefined) continue
    signal?.throwIfAborted()
    const month = /^\d{4}\/\d{2}(?=\/)/.exec(path ?? '')?.[0]
    const kept = path === undefined || isReserved(path) ? undefined : { path, sizes, isReserved }
    await attachFile(site, actor, file.id, { ...found, month, kept })
    return
  }
  throw new ImportError('There is no such file.')
}
