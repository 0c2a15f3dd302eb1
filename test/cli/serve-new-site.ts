import { start } from './fake-terminal.js'
import { newFolder } from './new-site.js'

/** Serves a new site until the test ends: the URL of its interface, and the credentials of its administrator. */
export async function serveNewSite(t: Parameters<typeof newFolder>[0], dialect: string) {
  const words = ['serve', '--create', '--port', '0', '--data', newFolder(t), '--log-level', 'silent']
  const running = start([...words, '--dialect', dialect])
  t.teardown(async () => {
    running.interrupt()
    await running.ended
  })
  const [, api = ''] = await running.printed(/^ +interface +(\S+)\/$/m)
  const [, application = ''] = await running.printed(/^ +application password +(\S.*)$/m)
  const [, password = ''] = await running.printed(/^ +password +(\S.*)$/m)
  return { api, password, authorization: `Basic ${Buffer.from(`admin:${application}`).toString('base64')}` }
}
