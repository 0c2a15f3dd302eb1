import type { MessagePort } from 'node:worker_threads'
import { createModuleHooks } from './config/module-hooks.js'

let port: MessagePort | undefined
const hooks = createModuleHooks(url => port?.postMessage(url))

/** Called by Node in the thread of its module loader, with the port that receives the URLs of loaded modules. */
export function initialize(data: { readonly port: MessagePort }): void {
  port = data.port
}

/** The hooks; see `createModuleHooks`. */
export const { resolve, load } = hooks
