import { createTypeScriptHooks } from './config/module-hooks.js'

/** The hooks; see `createTypeScriptHooks`. */
export const { resolve, load } = createTypeScriptHooks()
