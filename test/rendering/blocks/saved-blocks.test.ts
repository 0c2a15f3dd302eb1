import { readFileSync } from 'node:fs'
import t from 'tap'
import { renderContent, coreRendering as rendering } from '../core-rendering.js'

interface Recorded {
  readonly name: string
  readonly content: string
  readonly html: string
}

const file = new URL('../../../../test/rendering/blocks/recorded-saved-blocks.json', import.meta.url)
const recorded = JSON.parse(readFileSync(file, 'utf8')) as readonly Recorded[]

/** Digests and numbers of generated classes differ between servers. */
const normalized = (html: string): string =>
  html
    .replace(/(wp-container-[\w-]+?-is-layout-|wp-container-content-|wp-custom-css-)[0-9a-f]{8}/g, '$1N')
    .replace(/(wp-elements-|wp-container-|wp-block-gallery-)\d+/g, '$1N')
    .replace(/(wp-duotone-[\w-]+?)-\d+(?=[" ])/g, '$1-N')

t.ok(recorded.length > 100)

for (const { name, content, html } of recorded) {
  t.test(`${name} is shown as recorded`, async t => {
    t.equal(normalized(renderContent(content, rendering).trim()), html)
  })
}

t.test('styles from attributes cannot leave their declaration', async t => {
  const styles = [
    { background: { backgroundImage: { url: "x');background:url(javascript:alert(1))//" } } },
    { background: { backgroundImage: { url: 'javascript:alert(1)' } } },
    { background: { backgroundImage: 'url("javascript:alert(1)")', backgroundSize: '"><script>' } },
    { background: { gradient: 'expression(alert(1))' } },
    { css: '</style><script>alert(1)</script>' },
    { color: { duotone: ['"><script>', 5, null] } },
  ]
  for (const style of styles) {
    const content = `<!-- wp:group ${JSON.stringify({ style })} --><div>x</div><!-- /wp:group -->`
    t.notMatch(renderContent(content, rendering), /<script|javascript:|expression/i, JSON.stringify(style))
  }
})
