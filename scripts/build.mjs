// `npm run build`: installs missing packages, and compiles and bundles everything that has changed.
import { build, installWhenNeeded } from './workspace.mjs'

await installWhenNeeded()
process.exitCode = (await build()) ? 0 : 1
