import { RestError } from '@platen/core'
import { type Actor, attachFile, mediaSettings, type SiteContext } from '@platen/site'
import { ImportError } from '../import-error.js'
import type { FileSource } from './file-source.js'
import type { MissingFile } from './missing-files.js'

/** Why the file of an attachment is still missing. */
export interface FailedFile extends MissingFile {
  readonly reason: string
}

/** The result of an import of files. */
export interface FileSummary {
  readonly stored: number
  readonly failed: readonly FailedFile[]
}

/** How files are imported. */
export interface FileImportOptions {
  /** The uploader, whose capabilities decide which types of file are accepted. */
  readonly actor: Actor
  /** Tried in order. */
  readonly sources: readonly FileSource[]
  /** Aborts the import; files stored by then remain. */
  readonly signal?: AbortSignal | undefined
  /** Called after each file, stored or not. */
  readonly onFile?: (() => void) | undefined
}

/** How many files are imported at the same time. */
const CONCURRENCY = 4

/** Finds and stores the files of attachments. One that fails does not stop the others. */
export async function importFiles(
  site: SiteContext,
  missing: readonly MissingFile[],
  { actor, sources, signal, onFile }: FileImportOptions,
): Promise<FileSummary> {
  const failed: FailedFile[] = []
  let stored = 0
  let fatal: { readonly error: unknown } | undefined
  const queue = missing.values()
  const worker = async () => {
    for (const file of queue) {
      if (signal?.aborted || fatal !== undefined) return
      try {
        await importFile(site, actor, file, sources, signal)
        stored += 1
      } catch (error) {
        // An interrupted file has not failed.
        if (signal?.aborted) return
        if (error instanceof RestError || error instanceof ImportError) failed.push({ ...file, reason: error.message })
        else fatal = { error }
      }
      onFile?.()
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, worker))
  // An error of the disk or the store concerns every file.
  if (fatal !== undefined) throw (fatal as { readonly error: unknown }).error
  return { stored, failed: failed.sort((a, b) => a.id - b.id) }
}

async function importFile(
  site: SiteContext,
  actor: Actor,
  file: MissingFile,
  sources: readonly FileSource[],
  signal: AbortSignal | undefined,
): Promise<void> {
  for (const source of sources) {
    const found = await source(file, { maxBytes: site.get(mediaSettings).maxBytes, signal })
    if (found === undefined) continue
    signal?.throwIfAborted()
    const month = /^\d{4}\/\d{2}(?=\/)/.exec(file.path)?.[0]
    await attachFile(site, actor, file.id, { ...found, month })
    return
  }
  throw new ImportError('There is no such file.')
}
