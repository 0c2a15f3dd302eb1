import type { Site } from '@platen/site'
import { postTypes, taxonomies } from '@platen/site/extend'
import { CliError } from '../cli-error.js'
import { ImportError } from '../import/import-error.js'
import { importWxrFiles } from '../import/import-wxr.js'
import { type ImportNote, type ImportSummary, postsOf, type Tally, termsOf } from '../import/tallies.js'
import { lastingSource, withSource } from '../open-site.js'
import { printable } from '../printable.js'
import { createProgress } from '../progress.js'
import type { StoreOptions } from '../store-place.js'
import { tableText } from '../table-text.js'
import type { Terminal } from '../terminal.js'
import { WxrError } from '../wxr/wxr-error.js'
import { type AttachmentOptions, wantsAttachments } from './attachment-options.js'
import type { OpenedExports } from './export-file.js'
import { attachmentSite, importAttachments } from './import-attachments.js'
import { lossesText } from './import-losses.js'
import { openExports } from './open-exports.js'

/** The options of `platen import`. */
export interface ImportCommandOptions extends StoreOptions, AttachmentOptions {
  readonly authorMap?: Readonly<Record<string, string>>
  readonly authorRole?: string
  readonly menuLocations?: Readonly<Record<string, string>>
}

/** Imports files, as one transaction; `-` is standard input. */
export async function runImport(
  paths: readonly string[],
  options: ImportCommandOptions,
  terminal: Terminal,
): Promise<void> {
  const target = await lastingSource(options)
  const withFiles = wantsAttachments(options)
  const opened = await openExports(paths, terminal.input).catch(readFailure)
  const interruption = new AbortController()
  const { signal } = interruption
  terminal.interrupted().then(() => interruption.abort(new CliError(`Interrupted. ${NOTHING}`, { exitCode: 130 })))
  try {
    await withSource(
      target,
      async site => {
        const summary = await importRecords(opened, site, options, signal, terminal)
        terminal.print(
          summaryText(summary, withFiles) +
            unregistered(summary, site) +
            notesText(summary.notes, opened.ignored) +
            lossesText(summary),
        )
        if (withFiles) await importAttachments(site, options, signal, terminal)
      },
      withFiles ? attachmentSite(target, options) : undefined,
    )
  } finally {
    opened.close()
  }
}

async function importRecords(
  { files }: OpenedExports,
  site: Site,
  { authorMap, authorRole, menuLocations }: ImportCommandOptions,
  signal: AbortSignal,
  terminal: Terminal,
): Promise<ImportSummary> {
  const size = files.reduce((sum, file) => sum + file.size, 0)
  const progress = createProgress(terminal.isInteractive && size > 0, size)
  const followed = files.map(({ name, chunks }) => ({ name, chunks: progress.follow(chunks) }))
  try {
    return await importWxrFiles(site.context, followed, { authorMap, authorRole, menuLocations, signal })
  } catch (cause) {
    throw importFailure(cause)
  } finally {
    progress.stop()
  }
}

const NOTHING = 'Nothing was imported.'

function importFailure(cause: unknown): unknown {
  if (cause instanceof WxrError) {
    const { file, line, column, message } = cause
    return new CliError(`${printable(`${file}:${line}:${column}: ${message}`)}\n${NOTHING}`, { cause })
  }
  if (cause instanceof ImportError) return new CliError(`${cause.message}\n${NOTHING}`, { cause })
  return isUnreadable(cause) ? new CliError(`The file cannot be read: ${cause.message}\n${NOTHING}`, { cause }) : cause
}

function readFailure(cause: unknown): never {
  throw isUnreadable(cause) ? importFailure(cause) : cause
}

const isUnreadable = (cause: unknown): cause is Error => cause instanceof Error && 'syscall' in cause

const WITHOUT_TYPES = ['authors', 'comments']
const ORDER = ['authors', 'terms', 'posts', 'comments']

const OUTCOMES: readonly (readonly [keyof Tally, string])[] = [
  ['created', 'added'],
  ['skipped', 'already present'],
  ['refused', 'not imported'],
]

function summaryText(summary: ImportSummary, withFiles: boolean): string {
  const place = ([kind]: readonly [string, Tally]) => ORDER.indexOf(kind.split(' ')[0] ?? '')
  const tallies = [...summary].sort((a, b) => place(a) - place(b))
  const outcomes = OUTCOMES.filter(([outcome]) => outcome !== 'refused' || tallies.some(([, { refused }]) => refused))
  const sum = (outcome: keyof Tally) => tallies.reduce((all, [, tally]) => all + (tally[outcome] ?? 0), 0)
  const cells = tallies.map(([kind, tally]) => [printable(kind), ...outcomes.map(([each]) => String(tally[each] ?? 0))])
  const all = ['all', ...outcomes.map(([outcome]) => String(sum(outcome)))]
  const table = tableText([['', ...outcomes.map(([, title]) => title)], ...cells, all], [1, 2, 3])
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
  return `\n\nThe site does not show the ${kinds.map(printable).join(', the ')}: its configuration does not register them.`
}

/** What was not imported as it is in the files, with the first line of each. */
function notesText(notes: readonly ImportNote[], ignored: readonly string[]): string {
  const lines = notes.map(
    ({ file, line, text, count }) => `${file}:${line}: ${text}${count > 1 ? ` (${count} times)` : ''}`,
  )
  const files = ignored.map(name => `${name}: not an XML file, not imported`)
  if (lines.length + files.length === 0) return ''
  return `\n\n${[...lines, ...files].map(printable).join('\n')}`
}
