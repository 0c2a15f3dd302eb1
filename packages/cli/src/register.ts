import { createTypeScriptHooks } from './config/module-hooks.js'
import { installHooks } from './install-hooks.js'

installHooks('typescript-hooks-thread.js', createTypeScriptHooks())
