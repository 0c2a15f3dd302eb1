import { installHooks } from './config/install-hooks.js'
import { createTypeScriptHooks } from './config/module-hooks.js'

installHooks('typescript-hooks-thread.js', createTypeScriptHooks())
