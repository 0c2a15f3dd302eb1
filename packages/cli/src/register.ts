import { requireNode } from './require-node.js'

requireNode()
const { installHooks } = await import('./install-hooks.js')
const { createTypeScriptHooks } = await import('./config/module-hooks.js')

installHooks('typescript-hooks-thread.js', createTypeScriptHooks())
