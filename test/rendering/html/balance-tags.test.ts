import t from 'tap'
import { growsWith } from '../../growth.js'
import { loadModule } from '../load-module.js'

const { balanceTags } =
  await loadModule<typeof import('../../../packages/rendering/src/html/balance-tags.js')>('html/balance-tags.js')

const MARKUP: readonly (readonly [string, string])[] = [
  ['<b>a<i>b</b>c</i>', '<b>a<i>b</i></b>c'],
  ['<div>a', '<div>a</div>'],
  ['<ul><li>a<li>b</ul>', '<ul><li>a</li><li>b</li></ul>'],
  ['<p>a<p>b', '<p>a</p><p>b</p>'],
  ['<br>a', '<br />a'],
  ['<img src="x">a', '<img src="x"/>a'],
  ['<b/>a', '<b></b>a'],
  ['<b><b>a</b>', '<b></b><b>a</b>'],
  ['<a href="x">a', '<a href="x">a</a>'],
  ['<B>a', '<b>a</b>'],
  ['<hr>a', '<hr />a'],
  ['<span>a</div>', '<span>a</span>'],
  ['a < b', 'a < b'],
  ['<my-el>a', '<my-el>a</my-el>'],
  ['<q>a<q>b', '<q>a<q>b</q></q>'],
  ['</div>', ''],
  ['<3', '&lt;3'],
  ['<svg><path/></svg>', '<svg><path></path></svg>'],
  ['<i><b></i>', '<i><b></b></i>'],
  ['<a>a<!-- > </a> -->b', '<a>a<!-- > </a> -->b</a>'],
  ['<!-- > <b> -->a</b>', '<!-- > <b> -->a'],
  ['<b>a<!-- <i>', '<b>a<!-- <i></b>'],
]

t.test('markup nests and void elements are closed', async t => {
  for (const [html, expected] of MARKUP) t.equal(balanceTags(html), expected, html)
})

t.test('time is linear in the length of the text', async t => {
  for (const part of ['<b>', '</b>', '<b', '<b></i>', '<div>', '<li>', '<!--', '<!-- -->'])
    t.equal(await growsWith(part, balanceTags, 100_000 * part.length), undefined, part)
})
