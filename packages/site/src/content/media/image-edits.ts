import type { Args, Schema } from '@platen/core'
import type { ImageStep } from './files/image-tools.js'

const percent = (description: string): Schema => ({ description, type: 'number', minimum: 0, maximum: 100 })

function modifier(type: string, title: string, properties: Readonly<Record<string, Schema>>): Schema {
  return {
    title,
    properties: {
      type: { description: 'The kind of edit.', type: 'string', enum: [type] },
      args: {
        description: `${title} arguments.`,
        type: 'object',
        required: Object.keys(properties),
        properties,
      },
    },
  }
}

/** The arguments of an edit: either a list of modifiers, or a rotation and a crop. */
export const EDIT_ARGS = {
  src: { description: 'The URL of the image to edit.', type: 'string', format: 'uri', required: true },
  modifiers: {
    description: 'The edits, in order.',
    type: 'array',
    minItems: 1,
    items: {
      description: 'One edit.',
      type: 'object',
      required: ['type', 'args'],
      oneOf: [
        modifier('flip', 'Flip', {
          flip: {
            description: 'The directions of the flip.',
            type: 'object',
            required: ['horizontal', 'vertical'],
            properties: {
              horizontal: { description: 'Whether to swap left and right.', type: 'boolean' },
              vertical: { description: 'Whether to swap top and bottom.', type: 'boolean' },
            },
          },
        }),
        modifier('rotate', 'Rotation', { angle: { description: 'Degrees clockwise.', type: 'number' } }),
        modifier('crop', 'Crop', {
          left: { description: 'The left edge in percent of the width.', type: 'number' },
          top: { description: 'The top edge in percent of the height.', type: 'number' },
          width: { description: 'The width in percent.', type: 'number' },
          height: { description: 'The height in percent.', type: 'number' },
        }),
      ],
    },
  },
  rotation: {
    description: 'Degrees clockwise.',
    type: 'integer',
    minimum: 0,
    exclusiveMinimum: true,
    maximum: 360,
    exclusiveMaximum: true,
  },
  x: percent('The left edge of the crop in percent of the width.'),
  y: percent('The top edge of the crop in percent of the height.'),
  width: percent('The width of the crop in percent.'),
  height: percent('The height of the crop in percent.'),
} as const satisfies Args

type Values = Readonly<Record<string, unknown>>
interface Modifier {
  readonly type: string
  readonly args: Values
}

const fraction = (value: unknown): number => Math.min(1, Math.max(0, Number(value) / 100))

function crop(left: unknown, top: unknown, width: unknown, height: unknown): ImageStep {
  return { do: 'crop', left: fraction(left), top: fraction(top), width: fraction(width), height: fraction(height) }
}

function stepOf({ type, args }: Modifier): readonly ImageStep[] {
  if (type === 'flip') {
    const { horizontal, vertical } = args['flip'] as { horizontal: boolean; vertical: boolean }
    return horizontal || vertical ? [{ do: 'flip', horizontal, vertical }] : []
  }
  if (type === 'rotate')
    return Number(args['angle']) % 360 === 0 ? [] : [{ do: 'rotate', angle: Number(args['angle']) }]
  return [crop(args['left'], args['top'], args['width'], args['height'])]
}

/** The edits of a request as steps; `undefined` if it has none. */
export function imageSteps(params: Values): readonly ImageStep[] | undefined {
  const { modifiers, rotation, x, y, width, height } = params
  if (Array.isArray(modifiers)) return (modifiers as Modifier[]).flatMap(stepOf)
  const steps: ImageStep[] = typeof rotation === 'number' ? [{ do: 'rotate', angle: rotation }] : []
  if ([x, y, width, height].every(value => typeof value === 'number')) steps.push(crop(x, y, width, height))
  return steps.length > 0 ? steps : undefined
}
