import t from 'tap'
import { loadModule } from '../load-module.js'

const { safeStyle } =
  await loadModule<typeof import('../../../packages/rendering/src/sanitize/safe-styles.js')>('sanitize/safe-styles.js')

const STYLES: readonly (readonly [string, string])[] = [
  ['color:red', 'color:red'],
  ['color: red', 'color: red'],
  ['color:red;', 'color:red'],
  ['color : red', 'color : red'],
  ['COLOR:RED', ''],
  ['color:red !important', 'color:red !important'],
  ['color:red;evil:x', 'color:red'],
  ['evil:x', ''],
  ['color:expression(alert(1))', ''],
  ['background:url(x)', 'background:url(x)'],
  ['background:url(https://e.com/a.png)', 'background:url(https://e.com/a.png)'],
  ['background:url(javascript:alert(1))', ''],
  ['background:url("x y")', 'background:url("x y")'],
  ['background-image:linear-gradient(to right,red,blue)', 'background-image:linear-gradient(to right,red,blue)'],
  [
    'background:linear-gradient(to right,rgb(1,2,3) 0%,rgba(4,5,6,.5) 100%)',
    'background:linear-gradient(to right,rgb(1,2,3) 0%,rgba(4,5,6,.5) 100%)',
  ],
  ['width:calc(1px + 2px)', 'width:calc(1px + 2px)'],
  ['width:calc((1px + 2px) * 3)', 'width:calc((1px + 2px) * 3)'],
  ['width:calc(1px', ''],
  ['width:var(--a)', 'width:var(--a)'],
  ['color:rgb(1,2,3)', ''],
  ['--a:b', '--a:b'],
  ['--wp--x: 1px', '--wp--x: 1px'],
  ['color:\\72 ed', ''],
  ['color:red/*x*/', ''],
  ['behavior:url(x)', ''],
  ['position:fixed;top:0;z-index:9', 'position:fixed;top:0;z-index:9'],
  ['transform:rotate(1deg) scale(2)', 'transform:rotate(1deg) scale(2)'],
  ['filter:blur(1px)', ''],
  ['color:a&b', ''],
  ['color:red;color:blue', 'color:red;color:blue'],
  ['border-radius:10px / 5px', 'border-radius:10px / 5px'],
  ['width: 10px ; height : 5px', 'width: 10px;height : 5px'],
  ['  color:red  ', 'color:red'],
  ['color:red;\n  width:1px', 'color:red;width:1px'],
  ['mask-image:url(x)', ''],
  ['clip-path:url(#a)', 'clip-path:url(#a)'],
  ['width:var(--a) evil(1)', ''],
  ['color:=red', ''],
  ['grid-area:1/2', ''],
  ['margin:calc(-1 * var(--x))', 'margin:calc(-1 * var(--x))'],
  ['font-family:"a b",c', 'font-family:"a b",c'],
]

t.test('allowed declarations of a style stay', async t => {
  for (const [style, expected] of STYLES) t.equal(safeStyle(style), expected, style)
})
