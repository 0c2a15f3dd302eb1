import { setImmediate } from 'node:timers/promises'
import { RestError } from '@platen/core'
import type { SiteContext } from '@platen/site'
import { inTransaction, systemActor, type Tx } from '@platen/site/extend'
import { type Chunks, readWxr } from '../wxr/read-wxr.js'
import { WxrError } from '../wxr/wxr-error.js'
import type { WxrRecord } from '../wxr/wxr-records.js'
import { inBatches } from './batches.js'
import { type AuthorOptions, createAuthorImport } from './import-authors.js'
import { ImportError } from './import-error.js'
import { importLocations, type MenuLocationMap } from './import-locations.js'
import { createPostImport } from './import-posts.js'
import type { ImportRun } from './import-run.js'
import { createTermImport } from './import-terms.js'
import { noteUnknown } from './note-unknown.js'
import { readAhead } from './read-ahead.js'
import { createReferences } from './references.js'
import { createSources } from './source-ids.js'
import { createTallies, type ImportSummary } from './tallies.js'
import { untilAborted } from './until-aborted.js'

/** Options of `importWxr`. */
export interface ImportOptions extends AuthorOptions {
  /** Aborts the import, which rejects with the signal's reason and changes nothing. */
  readonly signal?: AbortSignal | undefined
  /** The slugs of the menus to assign to menu locations; other locations do not change. */
  readonly menuLocations?: MenuLocationMap | undefined
}

/** An export file. */
export interface WxrFile {
  /** Its name in errors and notes. */
  readonly name: string
  readonly chunks: Chunks
}

/**
 * Imports an export file (WXR) into a site. The file is streamed, and the import is one transaction. Rejects with a
 * `WxrError` for an invalid file and with an `ImportError` for options that do not match the site; in both cases,
 * nothing changes. Records from an earlier import of the file are skipped. Posts keep their ids if these are free.
 * After the import, events are emitted as for other changes.
 *
 * ```ts
 * const summary = await importWxr(site.context, createReadStream('export.xml'))
 * ```
 */
export function importWxr(site: SiteContext, chunks: Chunks, options?: ImportOptions): Promise<ImportSummary> {
  return importWxrFiles(site, [{ name: '', chunks }], options)
}

/**
 * Imports the files of an export that was split, like `importWxr`: all of them in one transaction, with references from
 * one to another.
 */
export async function importWxrFiles(
  site: SiteContext,
  files: readonly WxrFile[],
  options: ImportOptions = {},
): Promise<ImportSummary> {
  const { signal } = options
  const sources = files.map(({ name, chunks }) => ({ name, source: readAhead(chunks) }))
  try {
    const { time } = await site.options()
    const work = async (tx: Tx) => {
      const actor = systemActor(site)
      const run: ImportRun = { tx, actor, time, tallies: createTallies(), sources: createSources({ tx, actor }) }
      const references = createReferences(run)
      const authors = createAuthorImport(run, options)
      const terms = createTermImport(run, references)
      const posts = createPostImport(run, authors, terms, references)
      try {
        for (const { name, source } of sources) {
          const records = readWxr(signal ? untilAborted(source, signal) : source, run.tallies.beginFile(name))
          for await (const batch of inBatches(named(name, records))) {
            for (const { url } of recordsOf(batch, 'site')) run.sources.use(url)
            await authors.declare(recordsOf(batch, 'author'))
            await terms.declare(recordsOf(batch, 'term'))
            for (const post of recordsOf(batch, 'post')) noteUnknown(run, post)
            await posts.add(recordsOf(batch, 'post'))
          }
        }
        await posts.addMoved()
        authors.requireMapped()
        await terms.resolveParents()
        await run.sources.store()
        await posts.finish()
        await importLocations(run, options.menuLocations ?? {})
        // A store may never yield to the event loop: this lets it deliver a pending signal.
        await setImmediate()
        signal?.throwIfAborted()
        return run.tallies.summary()
      } finally {
        posts.discard()
      }
    }
    return await inTransaction(site, work, undefined, { grouped: false, bulk: true })
  } catch (thrown) {
    throw thrown instanceof RestError ? new ImportError(thrown.message) : thrown
  } finally {
    for (const { source } of sources) source.discard()
  }
}

/** Adds the name of the file to errors. */
async function* named(file: string, records: AsyncIterable<WxrRecord>): AsyncGenerator<WxrRecord> {
  try {
    yield* records
  } catch (cause) {
    throw cause instanceof WxrError ? new WxrError(cause.message, cause.line, cause.column, { cause, file }) : cause
  }
}

type RecordOf<K extends WxrRecord['kind']> = Extract<WxrRecord, { readonly kind: K }>

function recordsOf<K extends WxrRecord['kind']>(records: readonly WxrRecord[], kind: K): readonly RecordOf<K>[] {
  return records.filter((record): record is RecordOf<K> => record.kind === kind)
}
