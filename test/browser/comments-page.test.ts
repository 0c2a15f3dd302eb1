import t from 'tap'
import { freePort } from '../examples/drive-recipe.js'
import { runExample } from '../examples/run-example.js'
import { checkLooks, checkTabOrder } from './check-page.js'
import { tabTo, type } from './keyboard.js'
import { openBrowser, withoutBrowser } from './open-browser.js'
import { withPage } from './watched-page.js'

t.setTimeout(280_000)

t.test('the page with comments', { skip: withoutBrowser }, async t => {
  const browser = await openBrowser(t)
  const { printed } = runExample(t, 'comments-page', { PORT: await freePort() })
  const [, url = '', credentials = ''] = await printed(/at (http:\S+)\/; .* is (admin:.+)\n/)

  /** Calls the interface as the moderator. */
  async function moderate(method: string, path: string, value?: object): Promise<readonly { readonly id: number }[]> {
    const headers = { 'content-type': 'application/json', authorization: `Basic ${btoa(credentials)}` }
    const body = value === undefined ? null : JSON.stringify(value)
    const response = await fetch(`${url}/cms-json/cms/v2/${path}`, { method, headers, body })
    if (!response.ok) throw new Error(await response.text())
    return [await response.json()].flat()
  }

  t.test('a visitor comments, is refused, is approved and replies', t =>
    withPage(t, browser, { expected: /status of 409/ }, async page => {
      const message = page.getByRole('status')
      const send = page.getByRole('button', { name: 'Send' })
      const items = page.getByRole('listitem')
      const said = async (text: RegExp) => message.filter({ hasText: text }).waitFor()
      await page.goto(url)
      await page.getByRole('heading', { name: 'Mint' }).waitFor()
      await items.filter({ hasText: 'How do you stop it?' }).waitFor()
      t.equal(await items.count(), 1)
      await checkTabOrder(t, page)

      await send.click()
      t.equal(await items.count(), 1, 'the browser asks for what is missing')
      await type(page, 'Name', 'Ann')
      await type(page, 'Email', 'ann@example.com')
      await type(page, 'Comment', 'In pots. <b>Always</b> <img src=x onerror=alert(1)>')
      await tabTo(page, send)
      await page.keyboard.press('Enter')
      await said(/when a moderator has approved it/)
      t.match(await items.first().textContent(), /Ann.*waits for a moderator.*In pots/)
      t.equal(await page.getByLabel('Comment', { exact: true }).inputValue(), '')
      await checkLooks(t, page, 'comments-waiting')

      await page.getByLabel('Comment', { exact: true }).fill('In pots. <b>Always</b> <img src=x onerror=alert(1)>')
      await send.click()
      await said(/duplicate|already/i)
      t.equal(await items.count(), 2, 'nothing was added')
      t.match(await page.getByLabel('Comment', { exact: true }).inputValue(), /In pots/, 'the text is still there')

      await page.reload()
      await items.filter({ hasText: 'How do you stop it?' }).waitFor()
      t.equal(await items.count(), 1, 'others do not see it')
      for (const { id } of await moderate('GET', 'comments?status=hold'))
        await moderate('POST', `comments/${id}`, { status: 'approved' })

      await page.reload()
      await items.filter({ hasText: 'In pots' }).waitFor()
      t.equal(await items.locator('img').count(), 0)
      await tabTo(page, page.getByRole('button', { name: 'Reply to admin' }))
      await page.keyboard.press('Enter')
      t.match(await page.locator('form').textContent(), /Reply to admin/)
      await page.keyboard.type('It worked.')
      await page.getByLabel('Name').fill('Ann')
      await page.getByLabel('Email').fill('ann@example.com')
      await send.click()
      await said(/^Thank you!$/)
      t.match(await items.filter({ hasText: 'How do you stop it?' }).locator('ol').textContent(), /It worked/)
      t.equal(await page.getByText('Reply to admin').isVisible(), false, 'the next one is not a reply')
    }),
  )

  t.test('threads', t =>
    withPage(t, browser, {}, async page => {
      const [question] = await moderate('GET', 'comments?search=stop')
      const [post] = await moderate('GET', 'posts')
      const [reply] = await moderate('POST', 'comments', {
        post: post?.id,
        parent: question?.id,
        content: 'Dig it up.',
      })
      await moderate('POST', 'comments', { post: post?.id, parent: reply?.id, content: 'All of it.' })
      for (let count = 0; count < 20; count++)
        await moderate('POST', 'comments', { post: post?.id, content: `Comment ${count}` })
      await page.goto(url)
      const more = page.getByRole('button', { name: 'Older comments' })
      await more.waitFor()
      t.equal(await page.getByText('All of it.').count(), 0, 'its thread is on another page')
      await tabTo(page, more)
      await page.keyboard.press('Space')
      await page.locator('li li li', { hasText: 'All of it.' }).waitFor()
      t.equal(await more.isVisible(), false)
      const thread = page.locator('#list > li', { hasText: 'How do you stop it?' })
      t.match(await thread.textContent(), /How do you stop it\?.*It worked.*Dig it up.*All of it/s, 'the oldest first')
      await checkLooks(t, page, 'comments-threads')
    }),
  )

  t.test('what the server refuses is shown', t =>
    withPage(t, browser, { expected: /status of 40\d/ }, async page => {
      await page.goto(url)
      const [post] = await moderate('GET', 'posts')
      await page.getByRole('listitem').first().waitFor()
      await moderate('POST', `posts/${post?.id}`, { comment_status: 'closed' })
      await page.getByLabel('Name').fill('Ann')
      await page.getByLabel('Email').fill('ann@example.com')
      await page.getByLabel('Comment', { exact: true }).fill('Too late.')
      await page.getByRole('button', { name: 'Send' }).click()
      await page
        .getByRole('status')
        .filter({ hasText: /takes no comments/ })
        .waitFor()
      t.equal(await page.getByRole('listitem').filter({ hasText: 'Too late.' }).count(), 0)
      t.equal(await page.getByLabel('Comment', { exact: true }).inputValue(), 'Too late.', 'the text is still there')
    }),
  )
})
