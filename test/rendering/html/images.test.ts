import t from 'tap'
import { loadModule } from '../load-module.js'

const { prepareMedia } =
  await loadModule<typeof import('../../../packages/rendering/src/html/images.js')>('html/images.js')

const TAGS: readonly (readonly [string, string])[] = [
  ['<img src="a">', '<img decoding="async" src="a">'],
  ["<img src='a'>", "<img src='a'>"],
  ['<img alt="a">', '<img alt="a">'],
  ['<img src="a" width="300" height="200">', '<img loading="lazy" decoding="async" src="a" width="300" height="200">'],
  ['<img src="a" width="300">', '<img decoding="async" src="a" width="300">'],
  [
    '<img src="a" loading="eager" width="10" height="20">',
    '<img decoding="async" src="a" loading="eager" width="10" height="20">',
  ],
  [
    '<img src="a" loading="eager" width="1000" height="1000">',
    '<img fetchpriority="high" decoding="async" src="a" loading="eager" width="1000" height="1000">',
  ],
  ['<img src="a" loading="lazy">', '<img decoding="async" src="a" loading="lazy">'],
  ['<img src="a" decoding="sync">', '<img src="a" decoding="sync">'],
  [
    '<img src="a" fetchpriority="low" width="300" height="200">',
    '<img decoding="async" src="a" fetchpriority="low" width="300" height="200">',
  ],
  ['<img>', '<img>'],
  ['<IMG SRC="a">', '<IMG SRC="a">'],
  ['<img src="a"/>', '<img decoding="async" src="a"/>'],
  ['<iframe src="a"></iframe>', '<iframe src="a"></iframe>'],
  [
    '<iframe src="a" width="300" height="200"></iframe>',
    '<iframe loading="lazy" src="a" width="300" height="200"></iframe>',
  ],
  [
    '<iframe src="a" width="300" height="200" loading="eager"></iframe>',
    '<iframe src="a" width="300" height="200" loading="eager"></iframe>',
  ],
  ['<img src="a" width="50%" height="50%">', '<img decoding="async" src="a" width="50%" height="50%">'],
  [
    '<img src="a" srcset="b 1x" sizes="100vw" width="300" height="200">',
    '<img loading="lazy" decoding="async" src="a" srcset="b 1x" sizes="auto, 100vw" width="300" height="200">',
  ],
  [
    '<img src="a" srcset="b 1x" sizes="auto, 100vw" width="300" height="200">',
    '<img loading="lazy" decoding="async" src="a" srcset="b 1x" sizes="auto, 100vw" width="300" height="200">',
  ],
  ['<img src="a" sizes="1px" loading="lazy">', '<img decoding="async" src="a" sizes="1px" loading="lazy">'],
  ['<img\nsrc="a">', '<img\nsrc="a">'],
]

t.test('images and frames get loading hints', async t => {
  for (const [tag, expected] of TAGS) t.equal(prepareMedia(tag), expected, tag)
})

t.test('one large, eager image gets priority', async t => {
  const tag = '<img src="a" loading="eager" width="300" height="200">'
  t.equal(prepareMedia(tag + tag).match(/fetchpriority/g)?.length, 1)
})

t.test('images of the library get sizes and srcset', async t => {
  const lookup = () => ({
    width: 10,
    height: 20,
    srcset: 'a.jpg 10w, b.jpg 5w',
    sizes: '(max-width: 10px) 100vw, 10px',
  })
  t.equal(
    prepareMedia('<img src="a.jpg" class="x wp-image-3"/>', lookup),
    '<img loading="lazy" decoding="async" width="10" height="20" src="a.jpg" class="x wp-image-3" srcset="a.jpg 10w, b.jpg 5w" sizes="auto, (max-width: 10px) 100vw, 10px" />',
  )
  t.equal(prepareMedia('<img src="a.jpg">', lookup), '<img decoding="async" src="a.jpg">')
  t.equal(
    prepareMedia('<img src="a.jpg" class="wp-image-3">', () => undefined),
    '<img decoding="async" src="a.jpg" class="wp-image-3">',
  )
})
