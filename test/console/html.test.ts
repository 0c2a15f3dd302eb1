import t from 'tap'

interface HtmlModule {
  readonly html: (strings: TemplateStringsArray, ...values: readonly unknown[]) => object
  readonly htmlText: (value: object) => string
}

const path = new URL('../../../packages/console/dist/html.js', import.meta.url).href
const { html, htmlText } = (await import(path)) as HtmlModule

t.test('values are escaped', async t => {
  const evil = `<script>'"&`
  const escaped = '&lt;script&gt;&#039;&quot;&amp;'
  t.equal(htmlText(html`<a title="${evil}">${evil}</a>`), `<a title="${escaped}">${escaped}</a>`)
  t.equal(htmlText(html`${undefined}${false}${0}${''}`), '0')
  t.equal(htmlText(html`${[html`<i>${evil}</i>`, '<', ['>']]}`), `<i>${escaped}</i>&lt;&gt;`)
})
