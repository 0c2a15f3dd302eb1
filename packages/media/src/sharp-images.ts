import type { ImageTools } from '@platen/site'

/** How images are processed. */
export interface SharpImagesOptions {
  /** Larger images are not decoded, since a small file could fill the memory: 100 million pixels by default. */
  readonly maxPixels?: number | undefined
}

/**
 * Reads and resizes images with sharp, which is loaded for the first image; keeps the colour profile and drops EXIF.
 * Images are made one after the other. Disables sharp's cache by path.
 */
export function createSharpImages({ maxPixels = 100_000_000 }: SharpImagesOptions = {}): ImageTools {
  let loading: Promise<ImageTools> | undefined
  const load = () => {
    loading ??= import('./sharp-pipelines.js').then(({ sharpPipelines }) => sharpPipelines(maxPixels))
    return loading
  }
  return {
    inspect: async source => (await load()).inspect(source),
    make: async (source, steps, quality) => (await load()).make(source, steps, quality),
  }
}
