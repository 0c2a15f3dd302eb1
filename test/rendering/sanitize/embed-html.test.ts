import { type EmbedFrames, filterEmbedHtml } from '@platen/rendering'
import t from 'tap'

const frames: EmbedFrames = { isAllowed: src => src.startsWith('https://player.example/'), sandbox: 'allow-scripts' }
const SHOWN = 'title="" sandbox="allow-scripts" loading="lazy" allowfullscreen></iframe>'

const CASES: Readonly<Record<string, string>> = {
  '<iframe src="https://player.example/1" width="560" height="315" onload="x()" srcdoc="x" allow="camera"></iframe>': `<iframe src="https://player.example/1" width="560" height="315" ${SHOWN}`,
  '<IFRAME SRC=//player.example/1?a=1&amp;b=2></IFRAME>': `<iframe src="https://player.example/1?a=1&amp;b=2" ${SHOWN}`,
  '<iframe src="https://player.example/1" width="100%" height="1px"></iframe>': `<iframe src="https://player.example/1" width="100%" ${SHOWN}`,
  '<iframe src="https://elsewhere.example/1"></iframe>': '',
  '<iframe src="https://player.example.evil/1"></iframe>': '',
  '<iframe src="javascript:alert(1)"></iframe>': '',
  '<iframe></iframe>': '',
  '<iframe src="https://elsewhere.example/1" src="https://player.example/1"></iframe>': '',
  '<iframe src="https://player.example/1"><p>inner</p></iframe><p>after</p>': `<iframe src="https://player.example/1" ${SHOWN}<p>after</p>`,
  '<iframe src="https://player.example/1"><iframe src="https://player.example/2"></iframe>': `<iframe src="https://player.example/1" ${SHOWN}`,
  '<iframe src="https://player.example/1">no end <p>x</p>': `<iframe src="https://player.example/1" ${SHOWN}`,
  '</iframe><p>x</p>': '<p>x</p>',
  '<blockquote class="post" style="position:fixed"><p>Hi <a href="https://a.example/" onclick="x()">a</a></p></blockquote><script async src="https://a.example/w.js"></script>':
    '<blockquote><p>Hi <a href="https://a.example/">a</a></p></blockquote>',
  '<script>alert(1)</script><p>x': '<p>x</p>',
  '<a href="javascript:alert(1)">x</a>': '<a href="alert(1)">x</a>',
  '<form action="/x"><input name="password"></form><object data="x"></object><embed src="x"><svg onload="x()">': '',
  '<!-- > <iframe src="https://player.example/1"> --></iframe><p>after</p>': '<p>after</p>',
  '<p>a<!-- > </p> -->b': '<p>ab</p>',
  text: 'text',
}

for (const [html, shown] of Object.entries(CASES))
  t.test(html.slice(0, 80), async t => t.equal(filterEmbedHtml(html, frames), shown))
