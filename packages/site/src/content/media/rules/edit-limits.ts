import { RestError } from '@platen/core'
import type { SiteContext } from '../../../kernel/context/index.js'
import type { ImageStep } from '../files/image-tools.js'

/** Each step decodes and encodes the whole image. */
const MAX_STEPS = 20
/** Turning an image by 45 degrees doubles it: a few steps of a small image could fill the memory. */
const MAX_PIXELS = 100_000_000

interface Size {
  readonly width: number
  readonly height: number
}

/** The size of the rectangle around a rotated image. */
function rotatedSize({ width, height }: Size, angle: number): Size {
  const [sin, cos] = [Math.sin, Math.cos].map(of => Math.abs(of((angle * Math.PI) / 180))) as [number, number]
  return { width: width * cos + height * sin, height: width * sin + height * cos }
}

const tooMuch = (message: string): RestError =>
  new RestError('rest_invalid_param', message, 400, { data: { params: { modifiers: message } } })

const nothingLeft = ({ dialect }: Pick<SiteContext, 'dialect'>): RestError => {
  const code = 'rest_image_crop_failed'
  return new RestError(code, 'The crop leaves nothing of the image.', dialect.clientErrorStatuses[code] ?? 400)
}

/**
 * Throws a `rest_invalid_param` for an edit with too many steps, or whose image becomes too large in between, and a
 * `rest_image_crop_failed` for one that crops the image to less than a pixel.
 */
export function requirePossibleEdit(
  site: Pick<SiteContext, 'dialect'>,
  steps: readonly ImageStep[],
  { width, height }: Size,
): void {
  if (steps.length > MAX_STEPS) throw tooMuch(`An image can be edited in at most ${MAX_STEPS} steps.`)
  let size: Size = { width, height }
  for (const step of steps) {
    if (step.do === 'rotate') size = rotatedSize(size, step.angle)
    else if (step.do === 'crop') {
      size = { width: Math.round(size.width * step.width), height: Math.round(size.height * step.height) }
      if (size.width === 0 || size.height === 0) throw nothingLeft(site)
    }
    if (size.width * size.height > MAX_PIXELS)
      throw tooMuch(`An image can have at most ${MAX_PIXELS} pixels, including between two edits.`)
  }
}
