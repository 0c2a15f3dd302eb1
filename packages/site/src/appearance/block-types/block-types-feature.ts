import { endpoint, type HandlerRequest, type PermissionResult, RestError } from '@platen/core'
import { writesPosts } from '../../content/types/index.js'
import type { SiteBlock } from '../../kernel/blocks/index.js'
import type { SiteContext } from '../../kernel/context/index.js'
import { defineFeature } from '../../kernel/features/index.js'
import { refusal } from '../../kernel/refusals/index.js'
import { schemasOf } from '../../kernel/rest/index.js'
import { blockTypeResource, namespaceOf } from './block-type-resource.js'

const NAMESPACE = { description: 'The namespace of the block types.', type: 'string' } as const

const unknownType = () => new RestError('rest_block_type_invalid', 'There is no such block type.', 404)

/** Declares the routes of block types. */
function registerBlockTypes(site: SiteContext): void {
  const resource = blockTypeResource(site)
  const permission = (request: HandlerRequest): PermissionResult =>
    writesPosts(site, request.principal) ||
    refusal(request, 'rest_block_type_cannot_view', 'You are not allowed to view block types.')
  const typesIn = (namespace: string | undefined) => {
    const all = inListOrder(site.blocks.all())
    return namespace ? all.filter(type => namespaceOf(type.definition.name) === namespace) : all
  }
  const typeAt = ({ params }: HandlerRequest) => site.blocks.get(`${params['namespace']}/${params['name']}`)
  const list = () =>
    endpoint({
      methods: 'GET',
      responds: { shape: 'list' },
      args: { context: resource.contextArg(), namespace: NAMESPACE },
      permission,
      handler: async request => ({
        body: await resource.present(typesIn(request.params.namespace), request),
        fieldsApplied: true,
      }),
    })

  site.registry.route(site.namespace, '/block-types', { ...schemasOf(resource), endpoints: [list()] })
  site.registry.route(site.namespace, '/block-types/{namespace:[a-zA-Z0-9_-]+}', {
    ...schemasOf(resource),
    endpoints: [list()],
  })
  site.registry.route(site.namespace, '/block-types/{namespace:[a-zA-Z0-9_-]+}/{name:[a-zA-Z0-9_-]+}', {
    ...schemasOf(resource),
    endpoints: [
      endpoint({
        methods: 'GET',
        responds: { shape: 'item' },
        args: {
          context: resource.contextArg(),
          namespace: NAMESPACE,
          name: { description: 'The name of a block type, without its namespace.', type: 'string' },
        },
        permission: request => {
          const permitted = permission(request)
          return permitted === true && typeAt(request) === undefined ? unknownType() : permitted
        },
        handler: request => {
          const type = typeAt(request)
          if (type === undefined) throw unknownType()
          return resource.reply(type, request)
        },
      }),
    ],
  })
}

/** Block types, readonly. */
export const blockTypesFeature = defineFeature({ name: 'block-types', routes: registerBlockTypes })

/** The part of a registered block type that determines its position in lists. */
interface ListedType {
  readonly definition: Pick<SiteBlock, 'name'>
  readonly isRendered: boolean
}

/**
 * The built-in blocks that show widgets, which come first in lists, and the one that only old content uses, which comes
 * last.
 */
const FIRST = ['core/legacy-widget', 'core/widget-group']
const LAST = 'core/post-comments'
/** Blocks saved as HTML, but listed among the blocks that the site renders. */
const AMONG_RENDERED = ['core/details', 'core/page-list-item', 'core/paragraph']

const groupOf = ({ definition: { name }, isRendered }: ListedType): number => {
  if (FIRST.includes(name)) return 0
  if (name === LAST) return 4
  if (namespaceOf(name) !== 'core') return 3
  return isRendered || AMONG_RENDERED.includes(name) ? 1 : 2
}

/**
 * Block types in the order of lists: built-in ones by name, those that the site renders before those that are saved as
 * HTML, then all others in the order of their registration.
 */
function inListOrder<T extends ListedType>(types: readonly T[]): readonly T[] {
  const place = new Map(types.map((type, index) => [type, { group: groupOf(type), index }]))
  const rankOf = (type: T) => place.get(type) ?? { group: 0, index: 0 }
  return [...types].sort((one, other) => {
    const [a, b] = [rankOf(one), rankOf(other)]
    if (a.group !== b.group) return a.group - b.group
    if (a.group === 3) return a.index - b.index
    return one.definition.name < other.definition.name ? -1 : 1
  })
}
