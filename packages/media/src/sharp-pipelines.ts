import type { ImageFacts, ImageSource, ImageStep, ProcessedImage } from '@platen/site/media'
import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp'
import type { ImageTask } from './image-tasks.js'
import { photoNotes } from './photo-notes.js'

type TaskOf<Kind extends ImageTask['do']> = Extract<ImageTask, { readonly do: Kind }>

sharp.cache(false)

/** Formats that can be written; of others only the dimensions are read. */
const WRITABLE = new Set(['jpeg', 'png', 'webp', 'gif', 'avif'])
const TRANSPARENT = { r: 0, g: 0, b: 0, alpha: 0 }

/** An image between two steps, with its dimensions. */
interface Work {
  readonly image: Sharp
  readonly width: number
  readonly height: number
}

function apply({ image, width, height }: Work, step: ImageStep): Sharp {
  switch (step.do) {
    case 'upright':
      return image.autoOrient()
    case 'rotate':
      return image.rotate(step.angle, { background: TRANSPARENT })
    case 'flip': {
      const flipped = step.vertical ? image.flip() : image
      return step.horizontal ? flipped.flop() : flipped
    }
    case 'crop': {
      const left = Math.min(width - 1, Math.round(step.left * width))
      const top = Math.min(height - 1, Math.round(step.top * height))
      const across = Math.min(width - left, Math.max(1, Math.round(step.width * width)))
      const down = Math.min(height - top, Math.max(1, Math.round(step.height * height)))
      return image.extract({ left, top, width: across, height: down })
    }
    case 'resize':
      return image.resize(step.width, step.height, { fit: 'fill' })
  }
}

function write(image: Sharp, format: string, quality: number): Sharp {
  switch (format) {
    case 'jpeg':
      return image.jpeg({ quality })
    case 'webp':
      return image.webp({ quality })
    case 'avif':
      return image.avif({ quality })
    case 'gif':
      return image.gif()
    default:
      return image.png()
  }
}

const formatOf = ({ format, compression }: Metadata): string =>
  format === 'heif' && compression === 'av1' ? 'avif' : format

/** Runs a pipeline, without loss; its result begins the next one. */
async function runPipeline(image: Sharp): Promise<Work> {
  const { data, info } = await image.keepIccProfile().png({ compressionLevel: 0 }).toBuffer({ resolveWithObject: true })
  return { image: sharp(data), width: info.width, height: info.height }
}

/** Whether a step can follow another one in the same pipeline, in which sharp uses its own order. */
const fitsBehind = (step: ImageStep, before: ImageStep | undefined): boolean =>
  before === undefined || (step.do === 'resize' && (before.do === 'crop' || before.do === 'upright'))

const inputOf = (source: ImageSource) => ('file' in source ? source.file : source)

// Browsers display truncated images as well.
const readingUpTo = (limitInputPixels: number): SharpOptions => ({ failOn: 'none', limitInputPixels })

async function make({ source, maxPixels, steps, quality }: TaskOf<'make'>): Promise<ProcessedImage | undefined> {
  const input = inputOf(source)
  const reading = readingUpTo(maxPixels)
  const about = await sharp(input, reading).metadata()
  const format = formatOf(about)
  if (!WRITABLE.has(format)) return undefined
  let work: Work = { image: sharp(input, reading), width: about.width, height: about.height }
  for (const [i, step] of steps.entries()) {
    if (!fitsBehind(step, steps[i - 1])) work = await runPipeline(work.image)
    work = { ...work, image: apply(work, step) }
  }
  const written = write(work.image.keepIccProfile(), format, quality)
  const { data, info } = await written.toBuffer({ resolveWithObject: true })
  return { bytes: data, width: info.width, height: info.height }
}

/** Reads the properties of an image; resolves with `undefined` if it cannot be read. */
export async function inspectImage({ source, maxPixels }: TaskOf<'inspect'>): Promise<ImageFacts | undefined> {
  try {
    const { width, height, orientation, exif } = await sharp(inputOf(source), readingUpTo(maxPixels)).metadata()
    return { width, height, notes: photoNotes(exif, orientation) }
  } catch {
    return undefined
  }
}

/** Applies steps to an image; resolves with `undefined` if it cannot be decoded or its format cannot be written. */
export async function makeImage(task: TaskOf<'make'>): Promise<ProcessedImage | undefined> {
  try {
    return await make(task)
  } catch {
    return undefined
  }
}
