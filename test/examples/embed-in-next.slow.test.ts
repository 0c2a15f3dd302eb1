import { appendFile, cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { driveConsoleAndFiles, driveRecipe, freePort, READY } from './drive-recipe.js'
import { driveSession } from './drive-session.js'
import { runExample } from './run-example.js'

t.setTimeout(240_000)

const examples = fileURLToPath(new URL('../../../examples/', import.meta.url))
const copies = fileURLToPath(new URL('../../examples/', import.meta.url))

t.test('the site of a Next.js app outlives a reload of its modules', async t => {
  // Next writes into the folder that it serves, and the test changes a file there.
  const folder = join(copies, `next-${process.pid}`)
  await cp(join(examples, 'embed-in-next'), folder, { recursive: true })
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  const port = await freePort()
  const { printed, stop, ended } = runExample(t, folder, { PORT: port })
  await printed(/Ready/)
  const api = `http://localhost:${port}/cms-json`
  t.equal((await fetch(api)).status, 200)
  const [, , password = ''] = await printed(READY)
  const left = await driveRecipe(t, api, password)
  await driveConsoleAndFiles(t, api, password)
  for (const file of ['site.mjs', 'app/cms-json/[[...path]]/route.js'])
    await appendFile(join(folder, file), '\n// changed\n')
  await new Promise(resolve => setTimeout(resolve, 1000))
  const posts = (await (await fetch(`${api}/cms/v2/posts?orderby=id&order=asc`)).json()) as { id: number }[]
  t.same(
    posts.map(({ id }) => id),
    left,
  )
  await driveSession(t, `http://localhost:${port}`)
  stop()
  await ended
})
