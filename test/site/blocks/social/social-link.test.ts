import t from 'tap'
import { compareRecorded, recordedSite, renderedBlock } from '../recorded-site.js'

t.test('links to profiles match the reference', t => compareRecorded(t, 'social'))

t.test('email addresses become mailto links, and other schemes no link', async t => {
  const made = await recordedSite()
  const hrefOf = async (url: string) => {
    const html = await renderedBlock(made, `<!-- wp:social-link ${JSON.stringify({ url, service: 'mail' })} /-->`)
    return /href="([^"]*)"/.exec(html)?.[1]
  }
  t.equal(await hrefOf('me@example.com'), 'mailto:me@example.com')
  t.equal(await hrefOf('javascript:alert(1)'), '')
  t.equal(await hrefOf(' JaVaScRiPt:alert(1)'), '')
  t.equal(await hrefOf('data:text/html,x'), '')
  t.equal(await hrefOf('example.com/"onclick="x'), 'https://example.com/&quot;onclick=&quot;x')
})
