// `npm run build`: compiles and bundles everything that has changed.
import { build } from './workspace.mjs'

process.exitCode = (await build()) ? 0 : 1
