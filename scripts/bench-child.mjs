// Runs one bench file and sends what it measured to the process that started this one.
import { pathToFileURL } from 'node:url'

const { run } = await import(pathToFileURL(process.argv[2]).href)
const results = await run()
process.send([results].flat(), () => process.exit(0))
