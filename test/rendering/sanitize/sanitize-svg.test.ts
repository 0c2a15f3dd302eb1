import { sanitizeSvg } from '@platen/rendering'
import t from 'tap'

const NS = 'xmlns="http://www.w3.org/2000/svg"'

t.test('drawings keep shapes and their paint', async t => {
  const svg = `<svg ${NS} viewBox="0 0 16 16" fill="currentColor"><g transform="rotate(45 8 8)"><path d="M1 2-3 .5z" fill-rule="evenodd" /></g><title>A &amp; B</title></svg>`
  t.equal(sanitizeSvg(svg), svg)
  t.equal(sanitizeSvg(`<?xml version="1.0"?><!-- x -->\n${svg}\n`), svg)
})

t.test('drawings lose everything else', async t => {
  const cases: readonly [inner: string, left: string][] = [
    ['<script>alert(1)</script>', ''],
    ['<ScRiPt>alert(1)</ScRiPt>', 'alert(1)'],
    ['<style>*{background:url(//e.example)}</style>', ''],
    ['<path d="M0 0" onload="alert(1)" style="fill:red" class="x" id="y"/>', '<path d="M0 0" />'],
    ['<path fill="url(#x)" stroke="URL(https://e.example/x)"/>', '<path />'],
    ['<path fill="&#117;rl(#x)" d="M0&quot;0"/>', '<path />'],
    ['<use href="#x"/><image href="https://e.example/x.png"/>', ''],
    ['<a href="javascript:alert(1)"><path d="M0 0"/></a>', '<path d="M0 0" />'],
    ['<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><img src="x"></body></foreignObject>', ''],
    ['<animate attributeName="href" values="javascript:alert(1)"/><set attributeName="onload" to="x"/>', ''],
    ['<title><img src=x></title>', '<title>&lt;img src=x&gt;</title>'],
    ['<!--<path d="M0 0"/>-->', ''],
    ['<![CDATA[<script>alert(1)</script>]]>', ''],
  ]
  for (const [inner, left] of cases)
    t.equal(sanitizeSvg(`<svg ${NS}>${inner}</svg>`), `<svg ${NS}>${left}</svg>`, inner)
  t.equal(sanitizeSvg(`<svg xmlns="http://evil.example/" width="16" height="16"></svg>`), '<svg></svg>')
})

t.test('SVG that is not a drawing becomes empty', async t => {
  for (const text of ['', 'text', '<path d="M0 0"/>', '<svg', '</svg><svg>', '<SVG></SVG>', '<p><svg>'])
    t.equal(sanitizeSvg(text), '', text)
})
