import { RestError, type Schema, writeQuery } from '@platen/core'
import type { SiteContext } from '@platen/site'
import { inDryRun } from '@platen/site/extend'
import { type ContentType, contentTypes, endpointOf } from '../content-types.js'
import { currentSchema } from '../json-schema.js'
import { succeeded } from './results.js'
import { defineTool, type Tool, type ToolScope } from './tool.js'
import { OMITTED, trimmed, within } from './trim.js'

/** The fields of items in lists and in responses to changes. */
const LISTED: Readonly<Record<ContentType['kind'], readonly string[]>> = {
  posts: ['id', 'title', 'status', 'date', 'modified', 'slug', 'link', 'excerpt', 'alt_text', 'source_url'],
  terms: ['id', 'name', 'slug', 'description', 'count', 'parent', 'link'],
  comments: ['id', 'post', 'parent', 'author_name', 'date', 'status', 'content'],
}

/** The longest text of an item in a list. */
const LONGEST_IN_LIST = 500

type Item = Readonly<Record<string, unknown>>

const fields = { description: 'The names of the fields to return.', type: 'array', items: { type: 'string' } } as const
const dryRun = {
  description: 'Whether to check everything, but to store nothing.',
  type: 'boolean',
  default: false,
} as const
const id = { description: 'The id of the item.', type: 'integer', minimum: 1, required: true } as const
const etag = {
  description: 'The etag of `read_content`. If the item has changed since then, nothing is stored.',
  type: 'string',
  pattern: '^(W/)?".+"$',
  required: true,
} as const
const values = {
  description: 'The values by field; `describe_type` lists the fields.',
  type: 'object',
  required: true,
} as const
const limit = {
  description: 'The maximum number of items.',
  type: 'integer',
  minimum: 1,
  maximum: 50,
  default: 10,
} as const
const cursor = { description: 'The `cursor` of the previous page.', type: 'string' } as const

/** The next cursor of a list, which its `next` link contains: the last link of a page. */
function nextCursor(headers: Readonly<Record<string, string>>): string | undefined {
  const { Link = '' } = headers
  if (!Link.endsWith('rel="next"')) return undefined
  const url = Link.slice(Link.lastIndexOf('<'), Link.lastIndexOf('>'))
  return new URLSearchParams(url.slice(url.indexOf('?'))).get('cursor') ?? undefined
}

/** Parameters such as `_fields` belong to the tool. */
const ownFilters = (filters: Item | undefined): Item =>
  Object.fromEntries(Object.entries(filters ?? {}).filter(([name]) => !name.startsWith('_')))

/** The tools that work with posts of all types, terms, and comments. */
export function contentTools(site: SiteContext): readonly Tool[] {
  const types = contentTypes(site)
  const type = {
    description: 'The type of content.',
    type: 'string',
    enum: types.map(each => each.name),
    required: true,
  } as const
  const typeOf = (name: string): ContentType => {
    const found = types.find(each => each.name === name)
    if (found === undefined) throw new RestError('rest_invalid_param', `There is no type "${name}".`, 400)
    return found
  }

  const listTypes = defineTool({
    name: 'list_types',
    description: 'Lists the types of content of the site, which the other tools need.',
    annotations: { title: 'List types', readOnlyHint: true, openWorldHint: false },
    properties: {},
    run: async () => ({ types: types.map(({ name, kind, label }) => ({ name, kind, label })) }),
  })

  const describeType = defineTool({
    name: 'describe_type',
    description: 'Describes the fields that creations and updates of a type accept, and the filters of its list.',
    annotations: { title: 'Describe a type', readOnlyHint: true, openWorldHint: false },
    properties: { type },
    async run(input) {
      const { collection, item } = typeOf(input.type)
      return {
        create: argumentsOf(endpointOf(collection, 'POST')),
        update: argumentsOf(endpointOf(item, 'POST')),
        filters: argumentsOf(endpointOf(collection, 'GET')),
      }
    },
  })

  const listContent = defineTool({
    name: 'list_content',
    description: 'Lists content of a type. Long texts are shortened; `read_content` returns them.',
    annotations: { title: 'List content', readOnlyHint: true, openWorldHint: false },
    properties: {
      type,
      search: { description: 'Only items that contain this text.', type: 'string' },
      filters: { description: 'Filters and the order, as `describe_type` lists them.', type: 'object' },
      fields,
      limit,
      cursor,
    },
    async run(input, { call, maxCharacters }) {
      const { kind, path } = typeOf(input.type)
      const selected = [...(input.fields ?? LISTED[kind])]
      const page = async (perPage: number): Promise<object> => {
        const query = {
          ...ownFilters(input.filters),
          ...(input.search !== undefined && { search: input.search }),
          per_page: perPage,
          cursor: input.cursor ?? '',
          _fields: selected.join(','),
        }
        const { body, headers } = succeeded(
          await call<readonly unknown[]>('GET', path, undefined, { query: writeQuery(query) }),
        )
        const { value: items, size } = trimmed(body, LONGEST_IN_LIST)
        const isTooLong = perPage > 1 && size > maxCharacters
        return isTooLong ? page(Math.trunc(perPage / 2)) : { items, cursor: nextCursor(headers) }
      }
      return page(input.limit ?? limit.default)
    },
  })

  const searchContent = defineTool({
    name: 'search_content',
    description: 'Finds content of all types by a text.',
    annotations: { title: 'Search', readOnlyHint: true, openWorldHint: false },
    properties: {
      query: { description: 'The text to find.', type: 'string', minLength: 1, required: true },
      limit,
      cursor,
    },
    async run(input, { call }) {
      const page = Number(input.cursor ?? 1)
      if (!Number.isSafeInteger(page) || page < 1)
        throw new RestError('rest_invalid_cursor', 'The cursor does not belong to this search.', 400)
      const query = {
        search: input.query,
        per_page: input.limit ?? limit.default,
        page,
        _fields: 'id,title,url,subtype',
      }
      const { body, headers } = succeeded(
        await call<readonly Item[]>('GET', `/${site.namespace}/search`, undefined, { query }),
      )
      const items = body.map(({ subtype, ...found }) => ({
        type: types.find(each => each.registered === subtype)?.name,
        ...found,
      }))
      return { items, cursor: headers['Link']?.includes('rel="next"') ? String(page + 1) : undefined }
    },
  })

  const readContent = defineTool({
    name: 'read_content',
    description:
      'Returns one item with the etag that changes need. A text that is too long is shortened and listed in `cut` with its length; call the tool again with an `offset` to read on.',
    annotations: { title: 'Read content', readOnlyHint: true, openWorldHint: false },
    properties: {
      type,
      id,
      raw: {
        description:
          'Whether texts are as authors write them, for updates, and not rendered. Needs the right to edit the item.',
        type: 'boolean',
        default: false,
      },
      fields,
      offset: { description: 'The beginning of shortened texts.', type: 'integer', minimum: 0, default: 0 },
    },
    async run(input, { call, maxCharacters }) {
      const { path, item } = typeOf(input.type)
      const names = input.fields ?? Object.keys(item.schema?.().properties ?? {}).filter(name => !OMITTED.has(name))
      const query = writeQuery({ context: input.raw ? 'edit' : 'view', _fields: names.join(',') })
      const { body, headers } = succeeded(await call('GET', `${path}/${input.id}`, undefined, { query }))
      const { value, cut } = within(body, maxCharacters, input.offset ?? 0)
      return { etag: headers['ETag'], item: value, ...(Object.keys(cut).length > 0 && { cut }) }
    },
  })

  /** Performs a change, or only checks it. */
  async function change(
    { call, maxCharacters }: ToolScope,
    { kind }: ContentType,
    request: { readonly method: string; readonly path: string; readonly value?: object; readonly etag?: string },
    isDry: boolean,
  ): Promise<object> {
    const { method, path, value } = request
    const options = {
      headers: request.etag === undefined ? {} : { 'if-match': request.etag },
      query: writeQuery({ _fields: LISTED[kind].join(',') }),
    }
    const send = () => call<Item>(method, path, value, options)
    if (isDry) {
      succeeded(await inDryRun(site, send))
      return { dryRun: true, message: 'The change is valid and permitted. Nothing was stored.' }
    }
    const { body, headers } = succeeded(await send())
    return { etag: headers['ETag'], item: within(body, maxCharacters).value }
  }

  const createContent = defineTool({
    name: 'create_content',
    description: 'Creates content. Posts are drafts unless `values` has a `status`.',
    annotations: { title: 'Create content', destructiveHint: false, idempotentHint: false, openWorldHint: false },
    properties: { type, values, dryRun },
    run(input, scope) {
      const of = typeOf(input.type)
      return change(scope, of, { method: 'POST', path: of.path, value: input.values }, input.dryRun === true)
    },
  })

  const updateContent = defineTool({
    name: 'update_content',
    description:
      'Changes the given fields of an item that was read with `read_content`. If it has changed since then, the result is an error of the type `conflict`: read it again.',
    annotations: { title: 'Update content', destructiveHint: true, idempotentHint: true, openWorldHint: false },
    properties: { type, id, etag, values, dryRun },
    run(input, scope) {
      const of = typeOf(input.type)
      const request = { method: 'POST', path: `${of.path}/${input.id}`, value: input.values, etag: input.etag }
      return change(scope, of, request, input.dryRun === true)
    },
  })

  const trashContent = defineTool({
    name: 'trash_content',
    description: 'Moves an item to the trash, from which people can restore it. Not all types have a trash.',
    annotations: { title: 'Move to the trash', destructiveHint: true, idempotentHint: true, openWorldHint: false },
    properties: { type, id, etag, dryRun },
    run(input, scope) {
      const of = typeOf(input.type)
      const request = { method: 'DELETE', path: `${of.path}/${input.id}`, etag: input.etag }
      return change(scope, of, request, input.dryRun === true)
    },
  })

  return [listTypes, describeType, listContent, searchContent, readContent, createContent, updateContent, trashContent]
}

const HIDDEN: ReadonlySet<string> = new Set(['id', 'context', 'page', 'per_page', 'offset', 'search', 'force'])

function argumentsOf(endpoint: ReturnType<typeof endpointOf>): Readonly<Record<string, unknown>> | undefined {
  const args = endpoint?.args.filter(({ name }) => !HIDDEN.has(name))
  return args && Object.fromEntries(args.map(({ name, schema }) => [name, currentSchema(inputOf(schema))]))
}

/** A text that responses contain as an object is sent as a string. */
const inputOf = (schema: Schema): Schema =>
  schema.properties?.['raw'] === undefined
    ? schema
    : { type: 'string', ...(schema.description !== undefined && { description: schema.description }) }
