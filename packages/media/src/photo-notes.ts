import type { PhotoMetadata } from '@platen/site/media'
import readExif, { type Exif } from 'exif-reader'

const number = (value: unknown): number => {
  const first: unknown = Array.isArray(value) ? value[0] : value
  return typeof first === 'number' && Number.isFinite(first) && first >= 0 ? first : 0
}

/** Cameras write texts that end with NUL, in any encoding: invalid characters are removed. */
const text = (value: unknown): string =>
  typeof value === 'string' ? (value.split('\0')[0] ?? '').replace(/(?![\t\n])[\p{Cc}\ufffd]/gu, '').trim() : ''

function seconds(value: unknown): number {
  const milliseconds = value instanceof Date ? value.getTime() : Number.NaN
  return Number.isFinite(milliseconds) && milliseconds > 0 ? Math.floor(milliseconds / 1000) : 0
}

function parsed(exif: Uint8Array | undefined): Partial<Exif> {
  if (exif === undefined) return {}
  try {
    return readExif(Buffer.from(exif))
  } catch {
    // An invalid block counts as missing.
    return {}
  }
}

/** Reads a camera's notes from the EXIF block of an image. */
export function photoNotes(exif: Uint8Array | undefined, orientation: number | undefined): PhotoMetadata {
  const { Image, Photo } = parsed(exif)
  // Invalid blocks are null, although the types exclude it.
  const image = Image ?? {}
  const photo = Photo ?? {}
  return {
    aperture: number(photo.FNumber),
    credit: text(image.Artist),
    camera: text(image.Model),
    caption: text(image.ImageDescription),
    created: seconds(photo.DateTimeOriginal ?? photo.DateTimeDigitized),
    copyright: text(image.Copyright),
    focalLength: number(photo.FocalLength),
    iso: number(photo.ISOSpeedRatings),
    shutterSpeed: number(photo.ExposureTime),
    orientation: number(orientation),
  }
}
