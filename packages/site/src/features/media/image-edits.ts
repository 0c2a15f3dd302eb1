import type { Args, Schema } from '@platen/core'
import type { ImageStep } from '../../media/image-tools.js'

const percent = (description: string): Schema => ({ description, type: 'number', minimum: 0, maximum: 100 })

function modifier(type: string, title: string, properties: Readonly<Record<string, Schema>>): Schema {
  return {
    title,
    properties: {
      type: { description: 'What is done.', type: 'string', enum: [type] },
      args: {
        description: `${title} arguments.`,
        type: 'object',
        required: Object.keys(properties),
        properties,
      },
    },
  }
}

/** The arguments of an edit: what is done, either as a list of modifiers, or as a rotation and a crop. */
export const EDIT_ARGS = {
  src: { description: 'The address of the image that is edited.', type: 'string', format: 'uri', required: true },
  modifiers: {
    description: 'What is done, one after the other.',
    type: 'array',
    minItems: 1,
    items: {
      description: 'One thing that is done.',
      type: 'object',
      required: ['type', 'args'],
      oneOf: [
        modifier('flip', 'Flip', {
          flip: {
            description: 'In which directions.',
            type: 'object',
            required: ['horizontal', 'vertical'],
            properties: {
              horizontal: { description: 'Whether left and right are swapped.', type: 'boolean' },
              vertical: { description: 'Whether top and bottom are swapped.', type: 'boolean' },
            },
          },
        }),
        modifier('rotate', 'Rotation', { angle: { description: 'Degrees clockwise.', type: 'number' } }),
        modifier('crop', 'Crop', {
          left: { description: 'Where it begins from the left, in percent.', type: 'number' },
          top: { description: 'Where it begins from the top, in percent.', type: 'number' },
          width: { description: 'How wide it is, in percent.', type: 'number' },
          height: { description: 'How high it is, in percent.', type: 'number' },
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
  x: percent('Where the crop begins from the left, in percent.'),
  y: percent('Where the crop begins from the top, in percent.'),
  width: percent('How wide the crop is, in percent.'),
  height: percent('How high the crop is, in percent.'),
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

/** What a request wants done to an image; nothing when it wants nothing. */
export function imageSteps(params: Values): readonly ImageStep[] {
  const { modifiers, rotation, x, y, width, height } = params
  if (Array.isArray(modifiers)) return (modifiers as Modifier[]).flatMap(stepOf)
  const steps: ImageStep[] = typeof rotation === 'number' ? [{ do: 'rotate', angle: rotation }] : []
  if ([x, y, width, height].every(value => typeof value === 'number')) steps.push(crop(x, y, width, height))
  return steps
}
