import { createHttpServer } from '@platen/http'
import { type Site, type UserRecord, usersIn } from '@platen/site'
import type { Store } from '@platen/storage'

/** Serves a site on a free port; resolves with the URL of its posts. */
export async function servePosts(site: Site): Promise<string> {
  const server = createHttpServer(site, { basePath: '/cms-json' })
  const { port } = await server.listen({ port: 0, host: '127.0.0.1' })
  return `http://127.0.0.1:${port}/cms-json/cms/v2/posts`
}

/** The administrator of a site, and an `Authorization` header with one of their application passwords. */
export async function administratorOf(site: Site, store: Store): Promise<{ user: UserRecord; authorization: string }> {
  const [user] = (await usersIn(store).find({})).records
  if (user === undefined) throw new Error('the site has no administrator')
  const { secret } = await site.content.applicationPasswords.create({ user: user.id, name: 'bench' }, { as: user })
  return { user, authorization: `Basic ${Buffer.from(`${user.login}:${secret}`).toString('base64')}` }
}
