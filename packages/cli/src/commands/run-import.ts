import { createReadStream, statSync } from 'node:fs'
import { postTypes, type Site, taxonomies } from '@platen/site'
import { CliError } from '../cli-error.js'
import { ImportError } from '../import/import-error.js'
import { importWxr } from '../import/import-wxr.js'
import { type ImportSummary, postsOf, type Tally, termsOf } from '../import/tallies.js'
import { lastingSource, withSource } from '../open-site.js'
import { createProgress } from '../progress.js'
import type { StoreOptions } from '../store-place.js'
import { tableText } from '../table-text.js'
import type { Terminal } from '../terminal.js'
import { WxrError } from '../wxr/wxr-error.js'
import { type AttachmentOptions, wantsAttachments } from './attachment-options.js'
import { attachmentSite, importAttachments } from './import-attachments.js'
import { lossesText } from './import-losses.js'

/** The options of `platen import`. */
export interface ImportCommandOptions extends StoreOptions, AttachmentOptions {
  readonly authorMap?: Readonly<Record<string, string>>
  readonly authorRole?: string
  readonly menuLocations?: Readonly<Record<string, string>>
}

/** Imports a file, or standard input for `-`. */
export async function runImport(file: string, options: ImportCommandOptions, terminal: Terminal): Promise<void> {
  const target = await lastingSource(options)
  const withFiles = wantsAttachments(options)
  const source = file === '-' ? { chunks: terminal.input, size: 0 } : openFile(file)
  const interruption = new AbortController()
  const { signal } = interruption
  terminal.interrupted().then(() => interruption.abort(new CliError(`Interrupted. ${NOTHING}`, { exitCode: 130 })))
  await withSource(
    target,
    async site => {
      const summary = await importRecords(file, source, site, options, signal, terminal)
      terminal.print(summaryText(summary, withFiles) + unregistered(summary, site) + lossesText(summary))
      if (withFiles) await importAttachments(site, options, signal, terminal)
    },
    withFiles ? attachmentSite(target, options) : undefined,
  )
}

async function importRecords(
  file: string,
  { chunks, size }: OpenedFile,
  site: Site,
  { authorMap, authorRole, menuLocations }: ImportCommandOptions,
  signal: AbortSignal,
  terminal: Terminal,
): Promise<ImportSummary> {
  const progress = createProgress(terminal.isInteractive && size > 0, size)
  try {
    return await importWxr(site.context, progress.follow(chunks), { authorMap, authorRole, menuLocations, signal })
  } catch (cause) {
    throw importFailure(file, cause)
  } finally {
    progress.stop()
  }
}

const NOTHING = 'Nothing was imported.'

interface OpenedFile {
  readonly chunks: AsyncIterable<Uint8Array>
  readonly size: number
}

function openFile(file: string): OpenedFile {
  const stats = statSync(file, { throwIfNoEntry: false })
  if (!stats?.isFile()) throw new CliError(stats ? `${file} is not a file.` : `There is no file ${file}.`)
  return { chunks: chunksOf(file), size: stats.size }
}

/** Opens the file only when its first chunk is read: before that, nothing would handle its errors or close it. */
async function* chunksOf(file: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(file)
}

function importFailure(file: string, cause: unknown): unknown {
  if (cause instanceof WxrError) {
    return new CliError(`${file}:${cause.line}:${cause.column}: ${cause.message}\n${NOTHING}`, { cause })
  }
  if (cause instanceof ImportError) return new CliError(`${cause.message}\n${NOTHING}`, { cause })
  const isUnreadable = cause instanceof Error && 'syscall' in cause
  return isUnreadable ? new CliError(`${file} cannot be read: ${cause.message}\n${NOTHING}`, { cause }) : cause
}

const WITHOUT_TYPES = ['authors', 'comments']
const ORDER = ['authors', 'terms', 'posts', 'comments']

function summaryText(summary: ImportSummary, withFiles: boolean): string {
  const place = ([kind]: readonly [string, Tally]) => ORDER.indexOf(kind.split(' ')[0] ?? '')
  const tallies = [...summary].sort((a, b) => place(a) - place(b))
  const sum = (pick: keyof Tally) => tallies.reduce((all, [, tally]) => all + tally[pick], 0)
  const rows = [...tallies, ['all', { created: sum('created'), skipped: sum('skipped') }] as const]
  const cells = rows.map(([kind, { created, skipped }]) => [kind, String(created), String(skipped)])
  const table = tableText([['', 'added', 'already present'], ...cells], [1, 2])
  const files = summary.get(postsOf('attachment'))?.created ?? 0
  const note = `The files of ${files} attachments keep their URLs; --fetch-attachments fetches them.`
  return files === 0 || withFiles ? table : `${table}\n\n${note}`
}

/** The kinds of records that the site does not show, since nothing registers their types: a plugin did on the old site. */
function unregistered(summary: ImportSummary, { context }: Site): string {
  const types = context.get(postTypes).all()
  const known = new Set(types.map(({ name }) => postsOf(name)))
  for (const { name } of context.get(taxonomies).all()) known.add(termsOf(name))
  const kinds = [...summary.keys()].filter(kind => !known.has(kind) && !WITHOUT_TYPES.includes(kind))
  if (kinds.length === 0) return ''
  return `\n\nThe site does not show the ${kinds.join(', the ')}: its configuration does not register them.`
}
