// `node scripts/response-types.mjs`: writes packages/site/src/typed/bodies from the schemas of the built-in routes.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createMemoryStore } from '@platen/memory'
import { createSite, installSite } from '@platen/site'
import { indented, memberLines } from '../packages/cli/dist/types/schema-type.js'
import { root } from './workspace.mjs'

/** The folder of the files. */
export const bodiesFolder = join(root, 'packages/site/src/typed/bodies')

const NOTE = '// Made from the schemas of the routes by `node scripts/response-types.mjs`; not to be edited by hand.'

/**
 * The files of resources below `/cms/v2` by the first part of the path, which is the name of other files. Those of other
 * namespaces are named after these.
 */
const FILES = {
  blocks: 'patterns',
  'block-patterns': 'patterns',
  'pattern-directory': 'patterns',
  statuses: 'types',
  taxonomies: 'types',
  categories: 'terms',
  tags: 'terms',
  cms_pattern_category: 'terms',
  'menu-items': 'menus',
  'menu-locations': 'menus',
  'widget-types': 'widgets',
  sidebars: 'widgets',
  'global-styles': 'themes',
  'font-families': 'fonts',
  'font-collections': 'fonts',
  'icon-collections': 'icons',
  'template-parts': 'templates',
  'block-renderer': 'block-types',
  'block-directory': 'block-types',
}

/** Names of types, where the title of the schema is too short for one. */
const NAMES = { index: 'site-index', status: 'post-status', type: 'post-type' }

function fileOf(path) {
  const [, namespace, , part] = path.split('/')
  if (part === undefined || namespace === 'batch') return 'discovery'
  if (namespace !== 'cms') return namespace.replace('cms-', '')
  return FILES[part] ?? part
}

/** Interfaces with members for what a site has registered, or a theme contains. */
const OPEN = new Set(['Block', 'Settings', 'StyleVariation'])
/** Interfaces of which the objects within have any members, and none in all responses. */
const LOOSE = new Set(['BlockRevision', 'BlockType'])
/** Members of objects within fields that some responses do not have, by interface. */
const OPTIONAL = {
  Block: ['cms_pattern_sync_status'],
  PostRevision: ['protected'],
  PageRevision: ['protected'],
  StyleVariation: ['settings', 'styles'],
  NavigationRevision: ['protected', 'rendered'],
}
/** The titles of schemas whose members are only in some responses. */
const PARTIAL = new Set(['batch', 'oembed', 'url-details'])
/** Values of fields that sites add to. */
const OPEN_ENUMS = /\b(?:type|subtype|object|locale)\??: ('[^;\n]*)$/gm

/** The parameters of template literals. */
const [NUMBER, TEXT] = ['number', 'string'].map(type => `\${${type}}`)

/** A parameter of a path, with its expression. */
const PARAMETER = (() => {
  const set = String.raw`\[(?:\\.|[^\]\\])*\]`
  const nested = depth => `(?:[^()[\\]\\\\]|\\\\.|${set}${depth > 0 ? `|\\(${nested(depth - 1)}*\\)` : ''})`
  return new RegExp(`\\(\\?P<\\w+>(${nested(3)}+)\\)`, 'g')
})()

/** The paths of a route as the text of a template literal: a number or a text for each parameter. */
export const pathOf = pattern =>
  pattern.replace(PARAMETER, (_, expression) => {
    if (/^\[(?:\\\/)?\\d\+?\]\+$/.test(expression)) return NUMBER
    return /^\[a-z0-9\][^|]*\]\)\?\//.test(expression) ? `${TEXT}/${TEXT}` : TEXT
  })

/** What a route responds with: a `list`, resources by name (`map`), or a single `item`. */
export const shapeOf = ({ endpoints }) =>
  (endpoints.find(({ methods }) => methods.includes('GET')) ?? endpoints[0]).responds.shape

/** The members that some responses do not have. */
const omittedIn = ({ properties = {}, required }) =>
  required === undefined ? [] : Object.keys(properties).filter(name => !required.includes(name))

/** The routes of a site that has nothing but the built-in features. */
export async function builtInRoutes() {
  const store = createMemoryStore()
  const url = 'https://site.example'
  await installSite(store, { url, administrator: { login: 'admin', email: 'admin@site.example', password: 'admin' } })
  const site = createSite({ store, url })
  await site.ready()
  return (
    site.context.registry
      .routes()
      .map(route => ({
        path: pathOf(route.path.pattern),
        schema: route.schema(),
        omitted: omittedIn(route.responseSchema?.() ?? {}),
        shape: shapeOf(route),
      }))
      // The export of the theme is a file.
      .filter(({ schema }) => schema.properties !== undefined && /^[a-z]/.test(schema.title))
  )
}

/** The name of the type of a schema, such as `PostRevision`. */
function nameOf(path, { title }) {
  const kind = /\/(revision|autosave)s(?:\/|$)/.exec(path)?.[1] ?? ''
  return [
    ...(NAMES[title] ?? title).replace(/^cms|nav_menu/, kept => (kept === 'cms' ? '' : 'menu')).split(/[_-]/),
    kind,
  ]
    .filter((word, index, words) => index === words.length - 1 || word !== 'revision')
    .map(word => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
}

/** The text of an interface; `base` is one that has some of its members. */
function interfaceText(name, { path, schema, omitted }, base) {
  const inherited = base === undefined ? [] : Object.keys(base.schema.properties)
  const own = Object.entries(schema.properties).filter(([member]) => !inherited.includes(member))
  const ownSchema = openMeta({ ...schema, properties: Object.fromEntries(own) })
  const members = memberLines(LOOSE.has(name) ? loosened(ownSchema) : shallow(ownSchema))
  const optional = PARTIAL.has(schema.title) ? ['\\w+'] : [...(OPTIONAL[name] ?? []), ...omitted]
  const lines = [...members, ...(OPEN.has(name) ? ['[name: string]: unknown'] : [])].map(line =>
    line.replace(new RegExp(`^( *(?:${optional.join('|')})): `, 'gm'), '$1?: '),
  )
  const doc = `/** A response of \`${path.replaceAll(/\$\{\w+\}/g, '…')}\`. */`
  const head = `export interface ${name} extends ${base?.name ?? 'Linked'}`
  return `${doc}\n${head} {\n${indented(lines)}\n}`.replace(OPEN_ENUMS, (line, values) =>
    line.replace(values, `${values} | (string & {})`),
  )
}

/** The interface of the same file and resource that has most of the members of a schema, and no others. */
function baseOf(name, schema, others) {
  const isMember = ([member, each]) => JSON.stringify(schema.properties[member]) === JSON.stringify(each)
  return others
    .filter(other => name.startsWith(other.name.replace(/Revision$/, '')))
    .filter(other => Object.entries(other.schema.properties).every(isMember))
    .at(-1)
}

/** Sites register further meta keys. */
function openMeta(schema) {
  const { meta } = schema.properties
  if (meta === undefined) return schema
  return { ...schema, properties: { ...schema.properties, meta: { ...meta, additionalProperties: true } } }
}

/** A schema without the properties that are more than three levels deep. */
function shallow({ properties, items, ...schema }, levels = 3) {
  const below = each => shallow(each, levels - 1)
  return {
    ...schema,
    ...(items && { items: below(items) }),
    ...(properties &&
      levels > 0 && {
        properties: Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, below(each)])),
      }),
  }
}

/** A schema whose properties have open objects, which no context hides. */
const loosened = ({ properties, ...schema }) => ({
  ...schema,
  properties: Object.fromEntries(
    Object.entries(properties).map(([name, { context, ...each }]) => [
      name,
      { ...opened(each), ...(context && { context }) },
    ]),
  ),
})

function opened({ properties, items, context: _, ...schema }) {
  const within = Object.entries(properties ?? {}).map(([name, each]) => [name, opened(each)])
  return {
    ...schema,
    ...(items && { items: opened(items) }),
    ...(properties && { properties: Object.fromEntries(within), additionalProperties: true }),
  }
}

/** Whether the paths of a template literal are also paths of another one. */
const isWithin = (path, other) =>
  path !== other &&
  new RegExp(`^${other.replaceAll('.', '\\.').replaceAll(NUMBER, '\\d+').replaceAll(TEXT, '.+')}$`).test(
    path.replaceAll(NUMBER, '1').replaceAll(TEXT, 'x'),
  )

const SHAPES = { list: 'ListOf', map: 'ByName', item: 'Single' }

function routesText(routes) {
  const isOpen = path => path.includes('${')
  const isSpecific = ({ path }) =>
    !path.endsWith('}') || routes.some(other => isOpen(other.path) && isWithin(path, other.path))
  const member = ({ path, name, shape }) =>
    `${isOpen(path) ? `[path: \`${path}\`]` : JSON.stringify(path)}: ${SHAPES[shape]}<${name}>`
  const level = (doc, name, members) => `/** ${doc} */\nexport interface ${name} {\n${indented(members.map(member))}\n}`
  const specific = routes.filter(isSpecific)
  for (const route of specific)
    for (const { path } of specific)
      if (isOpen(path) && isWithin(route.path, path)) throw new Error(`${route.path} is also ${path}`)
  return [
    level(
      'The responses of the built-in routes by path and method, but for `BuiltInItems`.',
      'BuiltInRoutes',
      specific,
    ),
    level(
      'The responses of the built-in routes that end with the id or name of a resource.',
      'BuiltInItems',
      routes.filter(each => !isSpecific(each)),
    ),
  ].join('\n\n')
}

/** The files of the folder: names with their texts. */
export async function responseTypes() {
  const files = new Map()
  const schemas = new Map()
  const routes = []
  for (const route of await builtInRoutes()) {
    const { path, schema, shape } = route
    const name = nameOf(path, schema)
    const text = JSON.stringify(schema)
    if ((schemas.get(name)?.text ?? text) !== text) throw new Error(`${path}: another schema is called ${name} too`)
    const file = fileOf(path)
    routes.push({ path, name, shape })
    if (schemas.has(name)) continue
    const base = baseOf(name, schema, [...schemas.values()])
    schemas.set(name, { name, schema, text, file })
    files.set(file, [...(files.get(file) ?? []), interfaceText(name, route, base)])
  }
  const imports = file => {
    const names = [...schemas].flatMap(([name, each]) => (each.file === file ? [name] : []))
    return `import type { ${names.sort().join(', ')} } from './${file}.js'`
  }
  const texts = [...files].map(([file, interfaces]) => [
    `${file}.ts`,
    [NOTE, "import type { Linked } from '../shapes.js'", '', interfaces.join('\n\n')],
  ])
  const shapes = "import type { ByName, ListOf, Single } from '../shapes.js'"
  texts.push(['routes.ts', [NOTE, shapes, ...[...files.keys()].sort().map(imports), '', routesText(routes)]])
  const codes = formatted(texts.map(([, lines]) => lines.join('\n')))
  return new Map(texts.map(([name], index) => [name, codes[index]]))
}

/** Formats files with Biome, in one run, because most of the time is spent on starting it. */
function formatted(codes) {
  const divider = '// ----\n'
  const words = [join(root, 'node_modules/@biomejs/biome/bin/biome'), 'format', '--stdin-file-path=bodies.ts']
  const options = { cwd: root, input: codes.join(`\n${divider}`), encoding: 'utf8', maxBuffer: 2 ** 24 }
  const { status, stdout, stderr } = spawnSync(process.execPath, words, options)
  if (status !== 0) throw new Error(`Biome ended with ${status}: ${stderr}`)
  return stdout.split(divider).map(code => `${code.trimEnd()}\n`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const files = await responseTypes()
  mkdirSync(bodiesFolder, { recursive: true })
  for (const name of readdirSync(bodiesFolder)) if (!files.has(name)) rmSync(join(bodiesFolder, name))
  for (const [name, text] of files) writeFileSync(join(bodiesFolder, name), text)
  console.log(`${files.size} files in packages/site/src/typed/bodies`)
}
