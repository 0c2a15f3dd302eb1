import type { Schema } from '@platen/core'
import type { Site } from '@platen/site'
import { metaKeys, postTypes, taxonomies } from '@platen/site/extend'
import { indented, literal, memberLines, memberName, metaSchema } from './schema-type.js'

/** The built-in types and taxonomies that sites register meta and fields for. */
const COMMON: readonly string[] = ['post', 'page', 'attachment', 'category', 'post_tag']

interface Resource {
  readonly name: string
  /** The kind of object that has its meta. */
  readonly kind: string
  readonly path: string
  /** The name in `site.content`, if the posts of the type can be written; those of built-in types have types already. */
  readonly content?: string | undefined
}

/** A file with types: its text, and the resources that it describes. */
export interface TypesFile {
  readonly text: string
  readonly names: readonly string[]
}

/**
 * Writes the types of what a site has registered, as members of `SiteTypes`; with `isGlobal`, they are those of all sites
 * and clients of the program.
 */
export function siteTypes({ context }: Site, isGlobal: boolean): TypesFile {
  const schemas = new Map(context.registry.routes().map(({ path, schema }) => [path.pattern, schema]))
  const keys = new Set<string>()
  const typeNames = new Set<string>()
  const registered = resourcesOf(context).flatMap(resource => {
    const schema = schemas.get(resource.path)?.()
    if (schema === undefined) return []
    const key = unusedName(keys, resource.name, `_${resource.kind}`)
    return [{ ...resource, schema, key, typeName: unusedName(typeNames, typeName(key), '_') }]
  })
  const visitor = context.principalOf(undefined)
  const types = registered.map(resource => {
    const { name, kind } = resource
    const shown = context
      .get(metaKeys)
      .of(kind, kind === name ? '' : name)
      .filter(key => key.authorizeRead(visitor))
    return interfaces(
      resource,
      shown.map(key => key.name),
    )
  })
  const members = registered.map(resource => member(resource))
  const text = [
    '// Made by `platen types`; not to be edited by hand.',
    "import type { Linked } from '@platen/site/types'",
    '',
    ...types,
    '/** The resources of the site, for `createClient<SiteTypes>`. */',
    `export interface SiteTypes {\n${indented(members)}\n}`,
    '',
    ...(isGlobal
      ? ["declare module '@platen/site/types' {", '  interface RegisteredTypes extends SiteTypes {}', '}', '']
      : []),
  ].join('\n')
  return { text, names: registered.map(({ name }) => name) }
}

function resourcesOf({ get, namespace }: Site['context']): readonly Resource[] {
  const isCommon = ({ name, builtIn }: { readonly name: string; readonly builtIn: boolean }) =>
    !builtIn || COMMON.includes(name)
  return [
    ...get(postTypes)
      .filter(isCommon)
      .map(({ name, restNamespace, restBase, managed, builtIn }) => ({
        name,
        kind: 'post',
        path: `/${restNamespace}/${restBase}`,
        content: managed || builtIn ? undefined : restBase,
      })),
    ...get(taxonomies)
      .filter(isCommon)
      .map(({ name, restNamespace, restBase }) => ({ name, kind: 'term', path: `/${restNamespace}/${restBase}` })),
    { name: 'user', kind: 'user', path: `/${namespace}/users` },
    { name: 'comment', kind: 'comment', path: `/${namespace}/comments` },
  ]
}

/** A resource as the file names it. */
interface NamedResource extends Resource {
  readonly schema: Schema
  /** The name of its member of `SiteTypes`. */
  readonly key: string
  /** The beginning of the names of its interfaces. */
  readonly typeName: string
}

/** The name with suffixes until it is not used: a type and a taxonomy may share it, and `a-b` and `a_b` may be types. */
function unusedName(used: Set<string>, name: string, suffix: string): string {
  let unused = name
  while (used.has(unused)) unused += suffix
  used.add(unused)
  return unused
}

/** The name in Pascal case. Identifiers do not begin with digits. */
const typeName = (name: string): string =>
  name
    .split(/[_-]+/)
    .map(word => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
    .replace(/^\d/, '_$&')

/** The interfaces of the responses and of the meta values of a resource; not everybody may read values besides `shown`. */
function interfaces({ name, typeName, schema }: NamedResource, shown: readonly string[]): string {
  const { meta, ...others } = schema.properties ?? {}
  const metaName = `${typeName}Meta`
  const body = [...memberLines({ properties: others }), ...(meta === undefined ? [] : [`meta: ${metaName}`])]
  return [
    `/** The meta values of the resource ${name}. */`,
    interfaceText(metaName, meta === undefined ? [] : memberLines({ ...metaSchema(meta), required: shown })),
    `/** The responses of the resource ${name}. */`,
    interfaceText(`${typeName}Body extends Linked`, body),
  ].join('\n')
}

const interfaceText = (head: string, members: readonly string[]): string =>
  members.length === 0 ? `export interface ${head} {}\n` : `export interface ${head} {\n${indented(members)}\n}\n`

/** The member of `RegisteredTypes` for a resource; paths are those of the dialect `cms`. */
function member({ key, typeName, path, content }: NamedResource): string {
  const lines = [
    `path: ${literal(path.replace(/^\/wp/, '/cms'))}`,
    `body: ${typeName}Body`,
    `meta: ${typeName}Meta`,
    ...(content === undefined ? [] : [`content: ${literal(content)}`]),
  ]
  return `${memberName(key)}: {\n${indented(lines)}\n}`
}
