import { type FSWatcher, statSync, watch } from 'node:fs'
import { dirname, join } from 'node:path'

/** Watches files and folders. */
export interface FileWatcher {
  /** Watches these paths instead of the previous ones. */
  watch(paths: Iterable<string>): void
  stop(): void
}

/** Editors and compilers write several files, or one in several steps. */
const SETTLING_TIME = 80

/**
 * Calls `onChange` when files change, are created or removed, or when anything in one of the folders does: once for
 * several changes in quick succession.
 */
export function watchFiles(paths: Iterable<string>, onChange: () => void): FileWatcher {
  let watched = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  const watchers = new Map<string, FSWatcher>()
  const changed = () => {
    clearTimeout(timer)
    timer = setTimeout(onChange, SETTLING_TIME)
  }
  const result: FileWatcher = {
    watch(paths) {
      watched = new Set(paths)
      const folders = new Map<string, boolean>()
      for (const path of watched) {
        if (isFolder(path)) folders.set(path, true)
        else if (!folders.has(dirname(path))) folders.set(dirname(path), false)
      }
      for (const [folder, watcher] of watchers) {
        if (folders.has(folder)) continue
        watcher.close()
        watchers.delete(folder)
      }
      for (const [folder, isWhole] of folders) if (!watchers.has(folder)) add(folder, isWhole)
    },
    stop() {
      clearTimeout(timer)
      for (const watcher of watchers.values()) watcher.close()
    },
  }
  result.watch(paths)
  return result

  function add(folder: string, isWhole: boolean): void {
    // Editors replace files, which ends the watching of a file, but not that of its folder.
    if (!isFolder(folder)) return
    const watcher = watch(folder, { recursive: isWhole }, (_, name) => {
      if (isWhole || name === null || watched.has(join(folder, name))) changed()
    })
    // The folder is gone: the reload reports any remaining problem.
    watcher.on('error', changed)
    watchers.set(folder, watcher)
  }
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
