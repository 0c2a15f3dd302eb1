import t from 'tap'
import { driveConsoleAndFiles, driveRecipe, freePort, READY } from './drive-recipe.js'
import { runExample } from './run-example.js'

for (const name of ['embed-in-express', 'embed-in-fastify', 'embed-in-hono']) {
  t.test(`${name} serves the interface, the console and files beside its own routes`, async t => {
    const { printed, stop, ended } = runExample(t, name, { PORT: await freePort() })
    const [, api = '', password = ''] = await printed(READY)
    await driveRecipe(t, api, password)
    await driveConsoleAndFiles(t, api, password)
    const own = await fetch(new URL('/', api))
    t.equal(own.status, 200)
    t.match(await own.text(), /From pairs/)
    stop()
    t.equal((await ended).code, 0)
  })
}
