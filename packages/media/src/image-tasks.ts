import type { ImageFacts, ImageSource, ImageStep, ProcessedImage } from '@platen/site/media'

/** What is done with an image of up to `maxPixels`. Its result is an `ImageResult`. */
export type ImageTask = { readonly source: ImageSource; readonly maxPixels: number } & (
  | { readonly do: 'inspect' }
  | { readonly do: 'make'; readonly steps: readonly ImageStep[]; readonly quality: number }
)

/** One of the two; neither if the image cannot be read. */
export interface ImageResult {
  readonly facts?: ImageFacts | undefined
  readonly made?: ProcessedImage | undefined
}
