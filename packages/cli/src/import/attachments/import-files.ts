import { RestError } from '@platen/core'
import { attachFile, mediaSettings, type SiteContext, type SitePrincipal } from '@platen/site'
import { ImportError } from '../import-error.js'
import type { FileSource } from './file-source.js'
import type { MissingFile } from './missing-files.js'

/** Why the file of an attachment is still missing. */
export interface FailedFile extends MissingFile {
  readonly reason: string
}

/** What came of an import of files. */
export interface FileSummary {
  readonly stored: number
  readonly failed: readonly FailedFile[]
}

/** How files are imported. */
export interface FileImportOptions {
  /** Who stores them: which types of file are accepted depends on it. */
  readonly principal: SitePrincipal
  /** Tried one after the other. */
  readonly sources: readonly FileSource[]
  /** Ends the import when it is aborted; what was stored by then stays. */
  readonly signal?: AbortSignal | undefined
  /** Called after each file, stored or not. */
  readonly onFile?: (() => void) | undefined
}

/** At most so many files are on their way at the same time. */
const CONCURRENCY = 4

/** Finds and stores the files of attachments. One that fails does not stop the others. */
export async function importFiles(
  site: SiteContext,
  missing: readonly MissingFile[],
  { principal, sources, signal, onFile }: FileImportOptions,
): Promise<FileSummary> {
  const failed: FailedFile[] = []
  let stored = 0
  let broken: { readonly error: unknown } | undefined
  const waiting = missing.values()
  const worker = async () => {
    for (const file of waiting) {
      if (signal?.aborted || broken !== undefined) return
      try {
        await importFile(site, principal, file, sources, signal)
        stored += 1
      } catch (error) {
        // What an interruption cuts off has not failed.
        if (signal?.aborted) return
        if (error instanceof RestError || error instanceof ImportError) failed.push({ ...file, reason: error.message })
        else broken = { error }
      }
      onFile?.()
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, worker))
  // Disks and stores fail for reasons that concern every file.
  if (broken !== undefined) throw (broken as { readonly error: unknown }).error
  return { stored, failed: failed.sort((a, b) => a.id - b.id) }
}

async function importFile(
  site: SiteContext,
  principal: SitePrincipal,
  file: MissingFile,
  sources: readonly FileSource[],
  signal: AbortSignal | undefined,
): Promise<void> {
  for (const source of sources) {
    const found = await source(file, { maxBytes: site.get(mediaSettings).maxBytes, signal })
    if (found === undefined) continue
    signal?.throwIfAborted()
    const month = /^\d{4}\/\d{2}(?=\/)/.exec(file.path)?.[0]
    await attachFile(site, principal, file.id, { ...found, month })
    return
  }
  throw new ImportError('There is no such file.')
}
