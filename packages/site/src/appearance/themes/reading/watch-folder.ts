/** Editors and copies write several files, or one in several steps. */
const SETTLING_TIME = 80
/** How often a folder is compared that the system does not watch. */
const POLLING_TIME = 400
/** The maximum number of files that are compared. */
const MAX_FILES = 50_000

/** The names, sizes and times of the files in a folder: it changes whenever one of them does. */
async function stateOf(folder: string): Promise<string> {
  const { readdir, stat } = await import('node:fs/promises')
  const { join } = await import('node:path')
  const paths = await readdir(folder, { recursive: true })
  const lines = await Promise.all(
    paths
      .sort()
      .slice(0, MAX_FILES)
      .map(async path => {
        const { size, mtimeMs } = await stat(join(folder, path)).catch(() => ({ size: -1, mtimeMs: -1 }))
        return `${path} ${size} ${mtimeMs}`
      }),
  )
  return lines.join('\n')
}

/** Compares the state of a folder again and again; returns a function that ends this. */
function poll(folder: string, changed: () => void): () => void {
  let lastState: string | undefined
  let running = false
  const compare = async () => {
    if (running) return
    running = true
    const state = await stateOf(folder).catch(() => '')
    if (lastState !== undefined && state !== lastState) changed()
    lastState = state
    running = false
  }
  void compare()
  const timer = setInterval(compare, POLLING_TIME)
  timer.unref()
  return () => clearInterval(timer)
}

/** How `watchFolder` learns of changes: from the system, or by comparing files where that is not possible. */
export interface WatchOptions {
  readonly polling?: boolean | undefined
}

/**
 * Calls `changed` after something in a folder changes, once for several changes in quick succession. Returns a function
 * that stops watching. It does not keep the process running.
 */
export function watchFolder(folder: string, changed: () => void, { polling = false }: WatchOptions = {}): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let end: () => void = () => {}
  let ended = false
  const settle = () => {
    clearTimeout(timer)
    timer = setTimeout(changed, SETTLING_TIME)
    timer.unref()
  }
  const fallBack = () => {
    end()
    if (!ended) end = poll(folder, settle)
  }
  const start = async () => {
    if (polling) return fallBack()
    const { watch } = await import('node:fs')
    if (ended) return
    try {
      const watcher = watch(folder, { recursive: true, persistent: false }, settle)
      watcher.on('error', fallBack)
      end = () => watcher.close()
    } catch {
      // Some systems cannot watch subfolders, or only a limited number.
      fallBack()
    }
  }
  void start()
  return () => {
    ended = true
    clearTimeout(timer)
    end()
  }
}
