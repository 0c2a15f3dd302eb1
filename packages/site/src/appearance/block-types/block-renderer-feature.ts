import {
  type CompiledSchema,
  endpoint,
  type PermissionResult,
  presentEmptyObjects,
  RestError,
  type Schema,
} from '@platen/core'
import { type BlockType, type BlockValues, valueSchema } from '@platen/rendering'
import { renderBlockUse } from '../../kernel/blocks/index.js'
import type { SiteContext } from '../../kernel/context/index.js'
import { defineFeature } from '../../kernel/features/index.js'
import { postsIn } from '../../kernel/records/index.js'
import { refusal } from '../../kernel/refusals/index.js'
import { recordById } from '../../kernel/rest/index.js'
import { isMap } from '../../kernel/text/index.js'

const SCHEMA: Schema = {
  $schema: 'http://json-schema.org/schema#',
  title: 'rendered-block',
  type: 'object',
  properties: {
    rendered: { description: 'The HTML of the block.', type: 'string', required: true, context: ['edit'] },
  },
}

const CONTEXT = {
  description: 'The context, which must be sent.',
  type: 'string',
  enum: ['edit'],
  default: 'view',
} as const

/** Declares the route that renders blocks for editors. */
function registerBlockRenderer(site: SiteContext): void {
  const schemaOf = attributeSchemas(site)
  const typeOf = (name: unknown) => site.blocks.get(String(name))
  const postOf = (id: unknown) => recordById(postsIn(site.store), id)

  site.registry.route(site.namespace, '/block-renderer/{name:[a-z0-9-]+/[a-z0-9-]+}', {
    schema: SCHEMA,
    endpoints: [
      endpoint({
        methods: ['GET', 'POST'],
        responds: { shape: 'item' },
        args: {
          name: { description: 'The name of a block type, with its namespace.', type: 'string' },
          context: CONTEXT,
          attributes: {
            description: 'The attributes of the block.',
            type: 'object',
            default: presentEmptyObjects({}, site.dialect.emptyObjects),
          },
          post_id: { description: 'The post that the block is rendered for.', type: 'integer' },
        },
        skipValidation: ['attributes'],
        validatedFirst: ['context', 'attributes'],
        validators: {
          attributes(value, { params }) {
            const type = typeOf(params['name'])
            // Null means no attributes.
            return value === null || type === undefined ? undefined : schemaOf(type).validate(value, '')
          },
        },
        async permission(request): Promise<PermissionResult> {
          const { post_id: id = 0 } = request.params
          const post = id > 0 ? await postOf(id) : undefined
          const permitted =
            id > 0
              ? post !== undefined && request.principal.can('edit_post', post)
              : request.principal.can('edit_posts')
          if (permitted) return true
          return refusal(request, 'block_cannot_read', 'You are not allowed to render blocks for this post.')
        },
        async handler(request) {
          const { name, attributes, post_id: id } = request.params
          const type = typeOf(name)
          if (type?.isRendered !== true)
            throw new RestError('block_invalid', 'The site has no dynamic block with this name.', 404)
          const post = await postOf(id)
          const use = { name, attributes: schemaOf(type).read(attributes ?? {}), post }
          return { body: { rendered: await renderBlockUse(site, request, use) } }
        },
      }),
    ],
  })
}

/** Renders single blocks for editors. */
export const blockRendererFeature = defineFeature({ name: 'block-renderer', routes: registerBlockRenderer })

/** The compiled schema of all attributes of a block type together. */
interface AttributesSchema {
  validate(value: unknown, param: string): RestError | undefined
  /** Converts valid attributes to the types of their schemas. */
  read(value: unknown): BlockValues
}

/** Returns the schemas of the attributes of block types, each compiled at its first use. Other attributes are refused. */
function attributeSchemas(site: SiteContext): (type: BlockType) => AttributesSchema {
  const compiled = new WeakMap<BlockType, CompiledSchema>()
  const compile = (type: BlockType): CompiledSchema =>
    site.compile({
      type: 'object',
      properties: Object.fromEntries(
        Object.entries(type.attributes).map(([name, attribute]) => [name, valueSchema(attribute)]),
      ),
      additionalProperties: false,
    })
  return type => {
    const schema = compiled.get(type) ?? compile(type)
    compiled.set(type, schema)
    return {
      validate: schema.validate,
      read(value) {
        const sanitized = schema.sanitize(value)
        return isMap(sanitized) ? sanitized : {}
      },
    }
  }
}
