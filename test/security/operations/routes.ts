import type { RequestBody } from '@platen/core'
import { bytesOf } from '../../site/features/media/media-site.js'
import type { Fixture } from './fixture.js'
import { name, nextNumber } from './references.js'

/** A request that changes content: `METHOD /path?query` below the namespace of the site, and a body. */
export type WritingRequest = readonly [request: (fixture: Fixture) => string, body?: (fixture: Fixture) => object]

const titled = () => ({ title: name(), content: 'x' })
const named = () => ({ name: name() })
const revisionsOf = (
  family: string,
  id: (fixture: Fixture) => number | string,
  revision: (fixture: Fixture) => number,
) =>
  [
    [fixture => `DELETE /${family}/${id(fixture)}/revisions/${revision(fixture)}?force=true`],
    [fixture => `POST /${family}/${id(fixture)}/autosaves`, titled],
  ] as const satisfies readonly WritingRequest[]
/** Creates, changes, trashes and deletes posts of a type. */
const family = (path: string, id: (fixture: Fixture) => number | string) =>
  [
    [() => `POST /${path}`, titled],
    [fixture => `POST /${path}/${id(fixture)}`, titled],
    [fixture => `DELETE /${path}/${id(fixture)}`],
    [fixture => `DELETE /${path}/${id(fixture)}?force=true`],
  ] as const satisfies readonly WritingRequest[]
const ofTerms = (path: string, id: (fixture: Fixture) => number) =>
  [
    [() => `POST /${path}`, named],
    [fixture => `POST /${path}/${id(fixture)}`, named],
    [fixture => `DELETE /${path}/${id(fixture)}?force=true`],
  ] as const satisfies readonly WritingRequest[]
const template = (path: string, id: (fixture: Fixture) => string, revision: (fixture: Fixture) => number) =>
  [
    [() => `POST /${path}`, () => ({ ...titled(), slug: `r${nextNumber()}` })],
    [fixture => `POST /${path}/${id(fixture)}`, titled],
    [fixture => `DELETE /${path}/${id(fixture)}?force=true`],
    ...revisionsOf(path, id, revision),
  ] as const satisfies readonly WritingRequest[]
const settings = (value: object) => ({ font_family_settings: JSON.stringify(value) })

/** A request for each route and method that changes content. */
export const WRITING_REQUESTS: readonly WritingRequest[] = [
  ...family('posts', ({ ids }) => ids.post),
  ...revisionsOf(
    'posts',
    ({ ids }) => ids.post,
    ({ ids }) => ids.revision,
  ),
  ...family('pages', ({ ids }) => ids.page),
  ...revisionsOf(
    'pages',
    ({ ids }) => ids.page,
    ({ ids }) => ids.pageRevision,
  ),
  ...family('blocks', ({ ids }) => ids.block),
  ...revisionsOf(
    'blocks',
    ({ ids }) => ids.block,
    ({ ids }) => ids.blockRevision,
  ),
  ...family('navigation', ({ ids }) => ids.navigation),
  ...revisionsOf(
    'navigation',
    ({ ids }) => ids.navigation,
    ({ ids }) => ids.navigationRevision,
  ),
  [({ ids }) => `POST /media/${ids.image}`, () => ({ title: name() })],
  [({ ids }) => `DELETE /media/${ids.image}?force=true`],
  [({ ids }) => `POST /media/${ids.bare}/post-process`, () => ({ action: 'create-image-subsizes' })],
  [
    ({ ids }) => `POST /media/${ids.image}/edit`,
    ({ imageUrl }) => ({ src: imageUrl, modifiers: [{ type: 'rotate', args: { angle: 90 } }] }),
  ],
  [() => 'POST /comments', ({ ids }) => ({ post: ids.post, content: name() })],
  [({ ids }) => `POST /comments/${ids.comment}`, () => ({ content: name() })],
  [({ ids }) => `DELETE /comments/${ids.comment}`],
  [({ ids }) => `DELETE /comments/${ids.comment}?force=true`],
  ...ofTerms('categories', ({ ids }) => ids.term),
  ...ofTerms('tags', ({ ids }) => ids.tag),
  ...ofTerms('cms_pattern_category', ({ ids }) => ids.pattern),
  ...ofTerms('menus', ({ ids }) => ids.menu),
  [() => 'POST /menu-items', () => ({ title: name(), url: 'https://a.example' })],
  [({ ids }) => `POST /menu-items/${ids.item}`, () => ({ title: name() })],
  [({ ids }) => `DELETE /menu-items/${ids.item}?force=true`],
  [({ ids }) => `POST /menu-items/${ids.item}/autosaves`, () => ({ title: name() })],
  [
    () => 'POST /users',
    () => ({ username: `r${nextNumber()}`, email: `r${nextNumber()}@example.com`, password: 'secret words' }),
  ],
  [({ victim }) => `POST /users/${victim.id}`, named],
  [({ victim }) => `DELETE /users/${victim.id}?force=true&reassign=false`],
  [() => 'POST /users/me', named],
  [() => 'DELETE /users/me?force=true&reassign=false'],
  [() => 'POST /users/me/application-passwords', named],
  [() => 'DELETE /users/me/application-passwords'],
  [({ victim, uuid }) => `POST /users/${victim.id}/application-passwords/${uuid}`, named],
  [({ victim, uuid }) => `DELETE /users/${victim.id}/application-passwords/${uuid}`],
  [() => 'POST /settings', () => ({ title: name() })],
  [() => 'POST /sidebars/other', ({ widget }) => ({ widgets: [widget] })],
  [() => 'POST /widgets', () => ({ id_base: 'block', sidebar: 'side', instance: { raw: { content: 'x' } } })],
  [({ widget }) => `POST /widgets/${widget}`, () => ({ sidebar: 'other' })],
  [({ widget }) => `DELETE /widgets/${widget}`],
  [({ widget }) => `DELETE /widgets/${widget}?force=true`],
  [() => 'POST /font-families', () => settings({ name: 'R', slug: `r${nextNumber()}`, fontFamily: 'R' })],
  [({ ids }) => `POST /font-families/${ids.family}`, () => settings({ name: name(), fontFamily: 'S' })],
  [({ ids }) => `DELETE /font-families/${ids.family}?force=true`],
  [
    ({ ids }) => `POST /font-families/${ids.family}/font-faces`,
    () => ({ font_face_settings: JSON.stringify({ fontFamily: name(), src: 'https://site.example/r.woff2' }) }),
  ],
  [({ ids }) => `DELETE /font-families/${ids.family}/font-faces/${ids.face}?force=true`],
  [({ styles }) => `POST /global-styles/${styles}`, () => ({ title: name() })],
  ...template(
    'templates',
    fixture => fixture.template,
    ({ ids }) => ids.templateRevision,
  ),
  ...template(
    'template-parts',
    fixture => fixture.part,
    ({ ids }) => ids.partRevision,
  ),
]

/** Requests that change content, but whose body is not JSON. */
export const UPLOADS: readonly (readonly [
  request: string,
  headers: Readonly<Record<string, string>>,
  body: RequestBody,
])[] = [
  [
    'POST /media',
    { 'content-type': 'text/plain', 'content-disposition': 'attachment; filename="sent.txt"' },
    { kind: 'bytes', bytes: bytesOf('Hello') },
  ],
]

/** Routes with other methods than GET that are not operations of their own, and why. */
export const OTHER_ROUTES: Readonly<Record<string, string>> = {
  '/batch/v1': 'runs other requests',
  '/cms/v2/block-renderer/': 'only renders',
  '/cms/v2/widget-types/': 'only encodes or renders',
  '/cms/v2/plugins': 'tested with a folder of plugins',
  '/cms-abilities/v1/abilities/': 'runs what an ability declares',
}
