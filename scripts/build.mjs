// `npm run build`: installs what is missing, compiles and bundles everything that has changed.
import { build, installWhenNeeded } from './workspace.mjs'

await installWhenNeeded()
process.exitCode = (await build()) ? 0 : 1
