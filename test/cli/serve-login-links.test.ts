import t from 'tap'
import { serveNewSite } from './serve-new-site.js'

const BLOCKS = '<!-- wp:loginout /--><!-- wp:loginout {"displayLoginAsForm":true,"redirectToCurrent":true} /-->'

const decoded = (html: string) => html.replaceAll('&#038;', '&').replaceAll('&amp;', '&')

for (const dialect of ['cms', 'wp'])
  t.test(`the block core/loginout leads to pages of the console, and back (${dialect})`, async t => {
    const { api, password, authorization } = await serveNewSite(t, dialect)
    const created = await fetch(`${api}/${dialect}/v2/posts`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ title: 'A', content: BLOCKS, status: 'publish' }),
    })
    const post = `${api}/${dialect}/v2/posts/${((await created.json()) as { id: number }).id}`
    const rendered = async (headers: Record<string, string> = {}) => {
      const answer = (await (await fetch(post, { headers })).json()) as { content: { rendered: string } }
      return answer.content.rendered
    }

    const html = await rendered()
    const [, link = ''] = /<a href="([^"]+)">Log in<\/a>/.exec(html) ?? []
    const page = await fetch(decoded(link))
    t.equal(page.status, 200, link)
    t.match(page.url, '/console/sign-in?redirect_to=')
    t.match(await page.text(), '<input id="password"')
    const throughPage = await fetch(page.url, {
      method: 'POST',
      body: new URLSearchParams({ login: 'admin', password }),
      redirect: 'manual',
    })
    t.equal(throughPage.headers.get('location'), post)

    const [, action = ''] = /<form name="loginform" id="loginform" action="([^"]+)"/.exec(html) ?? []
    const [, back = ''] = /name="redirect_to" value="([^"]+)"/.exec(html) ?? []
    const send = (fields: Record<string, string>) =>
      fetch(decoded(action), {
        method: 'POST',
        body: new URLSearchParams({ log: 'admin', pwd: password, redirect_to: decoded(back), ...fields }),
        redirect: 'manual',
      })
    const throughForm = await send({ rememberme: 'forever' })
    t.equal(throughForm.headers.get('location'), post)
    t.match(throughForm.headers.getSetCookie().join(), /(?:Max-Age|Expires)=/i, 'is remembered')
    t.notMatch((await send({})).headers.getSetCookie().join(), /(?:Max-Age|Expires)=/i)
    const elsewhere = await send({ redirect_to: 'https://evil.example/' })
    t.notMatch(elsewhere.headers.get('location'), 'evil')
    const refused = await send({ pwd: 'wrong' })
    t.equal(refused.status, 403)
    const again = decoded(await refused.text())
    t.match(again, /id="login"[^>]* value="admin"/)
    const [, target = ''] = /redirect_to(?:=|" value=")([^"]+)"/.exec(again) ?? []
    t.equal(decodeURIComponent(target), post, 'the next attempt leads back as well')

    const cookie = throughForm.headers
      .getSetCookie()
      .map(each => each.split(';')[0])
      .join('; ')
    const [, out = ''] = /<a href="([^"]+)">Log out<\/a>/.exec(await rendered({ authorization })) ?? []
    const question = await fetch(decoded(out), { headers: { cookie } })
    t.match(question.url, '/console/sign-out?redirect_to=')
    const [, proof = ''] = /name="nonce" value="([^"]+)"/.exec(await question.text()) ?? []
    const gone = await fetch(question.url, {
      method: 'POST',
      headers: { cookie },
      body: new URLSearchParams({ nonce: proof }),
      redirect: 'manual',
    })
    t.equal(gone.headers.get('location'), post)
  })
