// Runs one bench file and sends its results to the parent process.
import { pathToFileURL } from 'node:url'

const { run } = await import(pathToFileURL(process.argv[2]).href)
const results = await run()
process.send([results].flat(), () => process.exit(0))
