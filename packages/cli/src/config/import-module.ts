import { fileURLToPath, pathToFileURL } from 'node:url'
import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads'
import { installHooks } from '../install-hooks.js'
import { createModuleHooks, LOAD_PARAMETER } from './module-hooks.js'

/** Returns the URLs of the modules that were loaded since the last call. */
type LoadedUrls = () => readonly string[]

let loadedUrls: LoadedUrls | undefined
let loads = 0

/**
 * Imports a module, TypeScript or JavaScript, and the modules that it imports by relative paths, and evaluates all of
 * them again. `files` receives the paths of these modules, even if one fails. Packages are shared with the rest of the
 * process.
 */
export async function importModule(path: string, files: Set<string>): Promise<Readonly<Record<string, unknown>>> {
  loadedUrls ??= watchLoads()
  loads += 1
  const url = pathToFileURL(path)
  url.searchParams.set(LOAD_PARAMETER, String(loads))
  files.add(path)
  try {
    return (await import(url.href)) as Readonly<Record<string, unknown>>
  } finally {
    for (const loaded of loadedUrls()) files.add(fileURLToPath(loaded))
  }
}

function watchLoads(): LoadedUrls {
  const { port1, port2 } = new MessageChannel()
  installHooks(
    'config-hooks-thread.js',
    createModuleHooks(url => port2.postMessage(url)),
    port2,
  )
  port1.unref()
  return () => {
    const urls: string[] = []
    for (let next = receiveMessageOnPort(port1); next; next = receiveMessageOnPort(port1))
      urls.push(String(next.message))
    return urls
  }
}
