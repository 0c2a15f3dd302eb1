import { resolve } from 'node:path'
import type { Site } from '@platen/site'
import { mediaSettings } from '@platen/site/media'
import { CliError } from '../cli-error.js'
import type { DialectName } from '../dialect-name.js'
import type { FileSource } from '../import/attachments/file-source.js'
import { type FileSummary, importFiles } from '../import/attachments/import-files.js'
import { localFiles } from '../import/attachments/local-files.js'
import { missingFiles } from '../import/attachments/missing-files.js'
import { type AddressChanges, rewriteAddresses } from '../import/attachments/rewrite-addresses.js'
import { webFiles } from '../import/attachments/web-files.js'
import type { RunOptions, SiteSource } from '../open-site.js'
import { printable } from '../printable.js'
import { createProgress } from '../progress.js'
import { mediaService } from '../serve/media-service.js'
import type { Terminal } from '../terminal.js'
import { uploadsFolder } from '../uploads-folder.js'
import type { AttachmentOptions } from './attachment-options.js'

/** The options of a site that stores files. */
export function attachmentSite(
  source: SiteSource,
  options: AttachmentOptions,
): (url: string, dialect: DialectName) => RunOptions {
  const allowPrivate = options.allowPrivateAddresses ? () => true : undefined
  const { media } = source.loaded.config
  const folder = uploadsFolder(source, options.files)
  return (url, dialect) => ({
    media: mediaService(url, { dialect, folder, downloads: { allowPrivate }, media }).options,
  })
}

/** Imports the missing files of a site's attachments and prints a summary. */
export async function importAttachments(
  site: Site,
  options: AttachmentOptions,
  signal: AbortSignal,
  terminal: Terminal,
): Promise<void> {
  const missing = await missingFiles(site.context.store)
  const { download } = site.context.get(mediaSettings)
  const sources: FileSource[] = []
  if (options.attachments !== undefined) sources.push(localFiles(resolve(options.attachments)))
  if (options.fetchAttachments && download !== undefined) sources.push(webFiles(download))
  const progress = createProgress(terminal.isInteractive && missing.length > 0, missing.length, 'files')
  try {
    const summary = await importFiles(site.context, missing, {
      actor: site.system,
      sources,
      signal,
      onFile: progress.add,
    })
    const changes = await rewriteAddresses(site.context, summary.stored)
    progress.stop()
    report(summary, missing.length, signal.aborted, terminal, changes)
  } catch (cause) {
    progress.stop()
    const isSystem = cause instanceof Error && 'syscall' in cause
    throw isSystem ? new CliError(`The files cannot be stored: ${cause.message}\n${AGAIN}`, { cause }) : cause
  }
}

const AGAIN = 'Run the command again to import the missing files.'

function report(
  { stored, failed }: FileSummary,
  count: number,
  interrupted: boolean,
  terminal: Terminal,
  { files, posts }: AddressChanges,
): void {
  // Files are stored concurrently.
  const inOrder = <T extends { readonly id: number }>(list: readonly T[]) => list.toSorted((a, b) => a.id - b.id)
  const stories = inOrder(failed).map(({ id, url, reason }) => `  ${id}  ${printable(url)}: ${reason}`)
  const sum = `Files of attachments: ${stored.length} stored, ${count - stored.length} missing.`
  if (interrupted) throw new CliError([`Interrupted. ${sum}`, ...stories, AGAIN].join('\n'), { exitCode: 130 })
  const renamed = inOrder(files).map(({ id, from, to }) => `  ${id}  ${printable(from)}: now ${to}`)
  if (files.length > 0) terminal.print(['These files could not keep their paths:', ...renamed].join('\n'))
  if (posts > 0) terminal.print(`The addresses of files have changed in the content of ${posts} posts.`)
  terminal.print(sum)
  if (failed.length > 0) throw new CliError(['Some files could not be stored:', ...stories, AGAIN].join('\n'))
}
