import type { Schema } from '@platen/core'

/** The schema of the name of a block type. */
export const names = { type: 'string', pattern: '^[a-z][a-z0-9-]*/[a-z][a-z0-9-]*$' } as const

/** The schema of a value of a type, or null. */
export const nullable = (type: 'string' | 'object' | 'array', description: string, items?: Schema): Schema => ({
  description,
  type: [type, 'null'],
  ...(items === undefined ? {} : { items }),
  default: null,
})

const INNER_BLOCKS: Schema = {
  description: 'Its inner blocks.',
  type: 'array',
  items: {
    type: 'object',
    properties: {
      name: { description: 'The name of the inner block.', ...names, required: true },
      attributes: { description: 'The attributes of the inner block.', type: 'object' },
      innerBlocks: { description: 'The inner blocks of the inner block.', type: 'array' },
    },
  },
}

/** The schema of an example of a block. */
export const EXAMPLE: Schema = {
  description: 'An example for previews.',
  type: ['object', 'null'],
  properties: {
    attributes: { description: 'The attributes of the example.', type: 'object' },
    innerBlocks: INNER_BLOCKS,
  },
  default: null,
}

/** Members of a variation that are like fields of the block type itself. */
const SHOWN = { readonly: true, context: ['embed', 'view', 'edit'] } as const

/** The schema of a variation of a block. */
export const VARIATION: Schema = {
  type: 'object',
  properties: {
    name: { description: 'The name of the variation.', type: 'string', required: true },
    title: { description: 'Its name for people.', type: 'string', required: true },
    description: { description: 'What it is for.', type: 'string', required: false },
    category: { ...nullable('string', 'Its category.'), ...SHOWN },
    icon: { ...nullable('string', 'Its icon.'), ...SHOWN },
    isDefault: {
      description: 'Whether it replaces the block itself.',
      type: 'boolean',
      required: false,
      default: false,
    },
    attributes: { description: 'The initial attributes.', type: 'object' },
    innerBlocks: INNER_BLOCKS,
    example: { ...EXAMPLE, ...SHOWN },
    scope: {
      ...nullable('array', 'Where it is offered; everywhere by default.', {
        type: 'string',
        enum: ['block', 'inserter', 'transform'],
      }),
      readonly: true,
    },
    keywords: {
      description: 'Words by which it is found.',
      type: 'array',
      items: { type: 'string' },
      default: [],
      ...SHOWN,
    },
  },
}
