import { postsIn } from '@platen/site'
import t from 'tap'
import { recordOf } from '../../features/posts/counting-site.js'
import { compareRecorded, recordedSite, renderedBlock } from '../recorded-site.js'

t.test('blocks about the site match the reference', t => compareRecorded(t, 'site'))

t.test('anonymous readers log in, and come back', async t => {
  const made = await recordedSite({ loginUrl: 'https://login.example/?site=1' })
  const { id } = await postsIn(made.store).insert(
    recordOf('shown', { content: '<!-- wp:loginout /--><!-- wp:loginout {"displayLoginAsForm":true} /-->' }),
  )
  const { body } = await made.send(`GET /posts/${id}?x=1`, { as: 'anonymous' })
  const html = (body as { content: { rendered: string } }).content.rendered
  const back = `https%3A%2F%2Fsite.example%2Fwp-json%2Fwp%2Fv2%2Fposts%2F${id}%3Fx%3D1`
  t.ok(html.includes(`href="https://login.example/?site=1&#038;redirect_to=${back}">Log in</a>`), html)
  t.match(html, /<form name="loginform" id="loginform" action="https:\/\/login\.example\/\?site=1" method="post">/)
})

t.test('titles and taglines are escaped', async t => {
  const made = await recordedSite()
  await made.store.options.set('title', '<script>alert(1)</script> & "x"')
  await made.store.options.set('description', '')
  const html = await renderedBlock(made, '<!-- wp:site-title {"isLink":false} /-->')
  t.equal(html, '<h1 class="wp-block-site-title">&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;x&quot;</h1>')
  t.equal(await renderedBlock(made, '<!-- wp:site-tagline /-->'), '')
})
