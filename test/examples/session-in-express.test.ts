import t from 'tap'
import { freePort } from './drive-recipe.js'
import { driveSession } from './drive-session.js'
import { runExample } from './run-example.js'

t.test('the session of an Express app signs its users in to the site', async t => {
  const { printed, stop, ended } = runExample(t, 'session-in-express', { PORT: await freePort() })
  const [, url = ''] = await printed(/(http\S+) is ready/)
  t.match(await (await fetch(url)).text(), 'Sign in')
  await driveSession(t, url)
  stop()
  t.equal((await ended).code, 0)
})
