import { checks, type OptionChecks, requireOptions } from '@platen/core'
import type { ImageTools } from '@platen/site/media'
import { driverError } from '@platen/storage'
import type { ImageResult, ImageTask } from './image-tasks.js'
import { createTaskQueue, taskTerms } from './task-queue.js'

/** How images are processed. */
export interface SharpImagesOptions {
  /** Larger images are not decoded, since a small file could fill the memory: 100 million pixels by default. */
  readonly maxPixels?: number | undefined
  /**
   * The time limit for inspecting an image, and for making one of another, in milliseconds; 10,000 by default. An image
   * that exceeds it counts as one that cannot be read.
   */
  readonly timeLimit?: number | undefined
}

const imageChecks: OptionChecks<SharpImagesOptions> = { maxPixels: checks.integer(1), timeLimit: checks.positive }

/** How long an image may wait for the images before it, in milliseconds: clients and proxies seldom wait longer. */
const WAITING = 60_000

// One large image can take all processors, and hundreds of megabytes, so all sites of this process take turns.
const queue = createTaskQueue<ImageTask, ImageResult>(new URL('./image-child.js', import.meta.url))

const run: typeof queue = (task, terms) =>
  queue(task, terms).catch(error => {
    throw driverError('sharp', error) ?? error
  })

/**
 * Reads and resizes images with sharp; keeps the colour profile and drops EXIF. Images are processed one after the
 * other, first those of the owner whose images took the least time. That is done in a separate process, which starts with
 * the first image, ends when it is idle, and does not keep this process alive: neither images that take too long nor faults
 * of decoders affect this process. Throws a `RangeError` for unknown and invalid options; a task rejects with a
 * `DriverError` if `sharp` cannot be loaded.
 */
export function createSharpImages(options: SharpImagesOptions = {}): ImageTools {
  requireOptions('createSharpImages', options, imageChecks)
  const { maxPixels = 100_000_000, timeLimit = 10_000 } = options
  const terms = taskTerms({ working: timeLimit, waiting: WAITING })
  return {
    async inspect(source, owner) {
      return (await run({ do: 'inspect', source, maxPixels }, terms(owner)))?.facts
    },
    async make(source, steps, quality, owner) {
      return (await run({ do: 'make', source, maxPixels, steps, quality }, terms(owner)))?.made
    },
  }
}
