import { withoutUndefined } from '@platen/core'
import { isInstalled } from '@platen/site'
import type { Store } from '@platen/storage'
import { CliError } from '../cli-error.js'
import { type LoadedConfig, loadConfig } from '../config/load-config.js'
import type { CollectionSum } from '../move/compare-collections.js'
import { MoveError } from '../move/move-error.js'
import { moveStore } from '../move/move-store.js'
import { siteCollections } from '../move/site-collections.js'
import { printable } from '../printable.js'
import { createProgress, type Progress } from '../progress.js'
import { noSite, openStore, placeName, requireLasting, type StorePlace, storePlace } from '../store-place.js'
import { tableText } from '../table-text.js'
import type { Terminal } from '../terminal.js'
import { uploadsFolder } from '../uploads-folder.js'

/** The options of `platen move`. */
export interface MoveCommandOptions {
  readonly config?: string
  readonly from?: string
  readonly fromSchema?: string
  readonly to: string
  readonly toSchema?: string
}

/** Copies a site to a new store; a second run continues an interrupted one. */
export async function runMove(options: MoveCommandOptions, terminal: Terminal): Promise<void> {
  const loaded = await loadConfig(options.config)
  const from = storePlace(withoutUndefined({ store: options.from, schema: options.fromSchema }), loaded, {
    store: '--from',
    schema: '--from-schema',
  })
  const to = storePlace(withoutUndefined({ store: options.to, schema: options.toSchema }), loaded, {
    store: '--to',
    schema: '--to-schema',
  })
  for (const each of [from, to]) requireLasting(each)
  const source = await openStore(from)
  try {
    if (!(await isInstalled(source))) throw noSite(from)
    const target = await openStore(to, { create: true })
    try {
      const sums = await move(source, target, loaded, terminal)
      terminal.print(`${sumsText(sums)}\n\nMoved the site to ${placeName(to)}; both stores have been compared.`)
      const files = filesText(loaded, from, to)
      if (files !== undefined) terminal.print(files)
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}

async function move(
  from: Store,
  to: Store,
  loaded: LoadedConfig,
  terminal: Terminal,
): Promise<readonly CollectionSum[]> {
  const interruption = new AbortController()
  terminal.interrupted().then(() => interruption.abort(new CliError(`Interrupted. ${AGAIN}`, { exitCode: 130 })))
  const { collections, unknown } = await siteCollections(from, loaded)
  for (const plugin of unknown)
    terminal.printError(`Records of the plugin ${printable(plugin)}, which cannot be loaded, are not moved.`)
  let progress: Progress | undefined
  try {
    return await moveStore(from, to, {
      collections,
      signal: interruption.signal,
      onTotal(records) {
        progress = createProgress(terminal.isInteractive && records > 0, records, 'moving')
      },
      onRecords: records => progress?.add(records),
    })
  } catch (cause) {
    throw cause instanceof MoveError ? new CliError(cause.message, { cause }) : cause
  } finally {
    progress?.stop()
  }
}

const AGAIN = 'Run the command again to continue.'

/** The part of the checksums that is shown. */
const SHOWN_DIGITS = 16

const sumsText = (sums: readonly CollectionSum[]): string =>
  tableText(
    [
      ['', 'records', 'checksum'],
      ...sums.map(({ name, records, checksum }) => [name, String(records), checksum.slice(0, SHOWN_DIGITS)]),
    ],
    [1],
  )

/** Which folder of files the site has with the new store, if it is another one. */
function filesText(loaded: LoadedConfig, from: StorePlace, to: StorePlace): string | undefined {
  if (loaded.config.media?.storage !== undefined) return undefined
  const [before, after] = [from, to].map(place => uploadsFolder({ place, loaded }, undefined))
  if (before === after) return undefined
  return `Uploaded files are not moved: copy ${before} to ${after}, or serve the site with --files ${before}.`
}
