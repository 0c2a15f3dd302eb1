/** The metadata of a photo. Missing texts are empty, missing numbers 0. */
export interface PhotoMetadata {
  /** The f-number. */
  readonly aperture: number
  readonly credit: string
  readonly camera: string
  readonly caption: string
  /** The Unix time in seconds of the exposure; the camera's clock is read as UTC. */
  readonly created: number
  readonly copyright: string
  /** In millimetres. */
  readonly focalLength: number
  readonly iso: number
  /** In seconds. */
  readonly shutterSpeed: number
  /** The EXIF orientation, 1 to 8; 0 if unknown. */
  readonly orientation: number
}

/** The properties of an image. Width and height are in pixels, before rotation by its orientation. */
export interface ImageFacts {
  readonly width: number
  readonly height: number
  readonly notes: PhotoMetadata
}

/** A rectangle of an image, in fractions of its width and height. */
export interface ImageArea {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** A step of image processing. `upright` rotates an image by its orientation; angles are degrees clockwise. */
export type ImageStep =
  | { readonly do: 'upright' }
  | { readonly do: 'rotate'; readonly angle: number }
  | { readonly do: 'flip'; readonly horizontal: boolean; readonly vertical: boolean }
  | ({ readonly do: 'crop' } & ImageArea)
  | { readonly do: 'resize'; readonly width: number; readonly height: number }

/** A derived image, in the format of the original. */
export interface ProcessedImage {
  readonly bytes: Uint8Array
  readonly width: number
  readonly height: number
}

/** The source of an image: its bytes, or the path of a local file. */
export type ImageSource = Uint8Array | { readonly file: string }

/**
 * Image processing. Optional: without it, a site does not know dimensions and creates no smaller sizes. `owner` is the id of
 * the user who waits for the result, so that users can take turns.
 */
export interface ImageTools {
  /** Reads the properties of an image; resolves with `undefined` if the source is not a readable image. */
  inspect(source: ImageSource, owner?: number): Promise<ImageFacts | undefined>
  /**
   * Applies steps in order and encodes the result in the format of the original, with a `quality` of 1 to 100 where the
   * format has one. Resolves with `undefined` if the image cannot be decoded.
   */
  make(
    source: ImageSource,
    steps: readonly ImageStep[],
    quality: number,
    owner?: number,
  ): Promise<ProcessedImage | undefined>
}
