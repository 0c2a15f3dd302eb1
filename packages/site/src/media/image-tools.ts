/** What a camera wrote into a picture; texts are empty and numbers 0 where it said nothing. */
export interface PhotoNotes {
  /** The f-number. */
  readonly aperture: number
  readonly credit: string
  readonly camera: string
  readonly caption: string
  /** When the picture was taken, in Unix seconds; the camera's clock is taken for UTC. */
  readonly created: number
  readonly copyright: string
  /** In millimetres. */
  readonly focalLength: number
  readonly iso: number
  /** In seconds. */
  readonly shutterSpeed: number
  /** How the camera was held: 1 to 8 as in EXIF, 0 when it did not say. */
  readonly orientation: number
}

/** What is to be known of an image. Width and height are in pixels, before it is turned upright. */
export interface ImageFacts {
  readonly width: number
  readonly height: number
  readonly notes: PhotoNotes
}

/** A rectangle of an image, in fractions of its width and height: the whole of it is 0, 0, 1, 1. */
export interface ImageArea {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** One thing that is done to an image. Angles are degrees clockwise. */
export type ImageStep =
  | { readonly do: 'upright' }
  | { readonly do: 'rotate'; readonly angle: number }
  | { readonly do: 'flip'; readonly horizontal: boolean; readonly vertical: boolean }
  | ({ readonly do: 'crop' } & ImageArea)
  | { readonly do: 'resize'; readonly width: number; readonly height: number }

/** An image that was made of another one, in the same format. */
export interface MadeImage {
  readonly bytes: Uint8Array
  readonly width: number
  readonly height: number
}

/** Where an image is read: its bytes, or the path of a local file. */
export type ImageSource = Uint8Array | { readonly file: string }

/** What a site can do with images. It works without, but then knows no dimensions and makes no smaller sizes. */
export interface ImageTools {
  /** What an image is; `undefined` for what cannot be read as one. */
  inspect(source: ImageSource): Promise<ImageFacts | undefined>
  /**
   * Does some steps one after the other and writes the result in the format of the original. `quality` is 1 to 100,
   * for formats that have one. `undefined` when the image cannot be decoded.
   */
  make(source: ImageSource, steps: readonly ImageStep[], quality: number): Promise<MadeImage | undefined>
}
