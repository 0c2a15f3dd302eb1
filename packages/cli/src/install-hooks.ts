import module from 'node:module'
import type { MessagePort } from 'node:worker_threads'

/**
 * Installs hooks of Node's module loader: the given hooks, or, if Node runs hooks in a separate thread, those of a
 * module in this folder, whose `initialize` receives the port.
 */
export function installHooks(threadModule: string, hooks: object, port?: MessagePort): void {
  if ('registerHooks' in module && typeof module.registerHooks === 'function') {
    module.registerHooks(hooks)
    port?.unref()
    return
  }
  const transfer = port === undefined ? {} : { data: { port }, transferList: [port] }
  module.register(`./${threadModule}`, import.meta.url, transfer)
}
