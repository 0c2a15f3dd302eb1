import t from 'tap'
import { growsWith } from '../../growth.js'
import { loadModule } from '../load-module.js'

const { POST_HTML } =
  await loadModule<typeof import('../../../packages/rendering/src/sanitize/allowed-html.js')>(
    'sanitize/allowed-html.js',
  )
const { isSafeUrl } =
  await loadModule<typeof import('../../../packages/rendering/src/sanitize/safe-urls.js')>('sanitize/safe-urls.js')
const { decodeEntities } =
  await loadModule<typeof import('../../../packages/rendering/src/text/entities.js')>('text/entities.js')
const { createHtmlSanitizer } =
  await loadModule<typeof import('../../../packages/rendering/src/sanitize/sanitize-html.js')>(
    'sanitize/sanitize-html.js',
  )

const sanitize = createHtmlSanitizer({ elements: { b: ['title'], a: ['href'] }, everywhere: ['data-*'] })
const sanitizePost = createHtmlSanitizer(POST_HTML)

t.test('only allowed HTML stays', async t => {
  t.equal(sanitize('<b title="x" class="y" data-a="1">z</b><i>w</i>'), '<b title="x" data-a="1">z</b>w')
  t.equal(sanitize('<B Title="x">z</B>'), '<B title="x">z</B>')
})

t.test('text without markup does not change', async t => {
  t.equal(sanitize('plain "text"'), 'plain "text"')
})

/** Markup that has been used to bring scripts past filters. None of it may leave anything that a browser runs. */
const ATTACKS = [
  '<script>alert(1)</script>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<img src=x onerror=alert(1)>',
  '<img src="x" onerror="alert(1)"',
  '<img/src=x/onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="java&#x09;script:alert(1)">x</a>',
  '<a href="javascript&colon;alert(1)">x</a>',
  '<a href="&#0000106avascript:alert(1)">x</a>',
  '<a href="jav&Tab;ascript&colon;alert(1)">x</a>',
  '<a href=" \u0001javascript:alert(1)">x</a>',
  '<b title="<!-- " onmouseover="alert(1)" x="-->">x</b>',
  '<!--><img src=x onerror=alert(1)>-->',
  '<!--- --!><img src=x onerror=alert(1)> -->',
  '<textarea><img src=x onerror=alert(1)></textarea>',
  '<textarea><b title="</textarea><img src=x onerror=alert(1)>">',
  '<textarea><!-- </textarea><img src=x onerror=alert(1)> -->',
  '<title><a title="</title><img src=x onerror=alert(1)>">',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
  '<math><mi><textarea><b title="</textarea><img src=x onerror=alert(1)>">',
  '<p style="background:url(javascript:alert(1))">',
  '<p style="width:expression(alert(1))">',
  '<p style="&#98;ehavior:url(x)">',
  '<video><source onerror="alert(1)"></video>',
  '<object data="javascript:alert(1)"></object>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<form action="javascript:alert(1)"><button formaction="javascript:alert(1)">x</button></form>',
  '<details open ontoggle=alert(1)>',
  '<b\0onclick=alert(1)>x</b>',
  '<b title="x"onclick="alert(1)">',
  '< b onclick=alert(1)>x</b>',
  '<\nimg/onerror=alert(1) src=x>',
  '< a href="javascript:alert(1)">x</a>',
  '<b.x onclick=alert(1)>x</b>',
]

const wholeTag = /<(\/?)([a-z][\w-]*)((?: [\w:-]+(?:="[^"<>]*")?)*)(?: \/)?>/gi
const wholeComment = /<!--[^<>]*-->/g
const attribute = / ([\w:-]+)(?:="([^"]*)")?/g
const addresses = new Set(['href', 'src', 'cite', 'poster', 'action', 'data'])

t.test('no script gets through', async t => {
  for (const attack of ATTACKS) {
    const safe = sanitizePost(attack)
    t.notMatch(safe.replace(wholeTag, '').replace(wholeComment, ''), /</, `whole tags: ${attack}`)
    for (const [, , name, attributes] of safe.matchAll(wholeTag)) {
      t.ok(name.toLowerCase() in POST_HTML.elements, `${name}: ${attack}`)
      for (const [, key, value = ''] of attributes.matchAll(attribute)) {
        t.notMatch(key, /^on|srcdoc|^form/i, attack)
        if (addresses.has(key)) t.ok(isSafeUrl(decodeEntities(value)), attack)
        if (key === 'style') t.notMatch(decodeEntities(value), /javascript|expression|behavior/i, attack)
      }
    }
  }
})

t.test('time is linear in the length of the text', async t => {
  for (const part of ['<', '<b ', '<b title="', '<!--', '&', '&#', '<p style="a:b;', '<b>', '<b x=y ', '>'])
    t.equal(await growsWith(part, sanitizePost, 300_000), undefined, part)
  const inTag = (spaces: string) => sanitizePost(`<b${spaces}class="x">`)
  t.equal(await growsWith(' ', inTag, 500_000), undefined, 'spaces in a tag')
})
