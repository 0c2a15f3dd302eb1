import type { PhotoNotes } from '@platen/site'
import readExif, { type Exif } from 'exif-reader'

const number = (value: unknown): number => {
  const first: unknown = Array.isArray(value) ? value[0] : value
  return typeof first === 'number' && Number.isFinite(first) && first >= 0 ? first : 0
}

/** Texts of cameras end with NUL, and have been seen in all encodings: what is no character is left out. */
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
    // What a camera wrote wrongly is as if it had written nothing.
    return {}
  }
}

/** Reads what a camera wrote into a picture, out of its EXIF block. */
export function photoNotes(exif: Uint8Array | undefined, orientation: number | undefined): PhotoNotes {
  const { Image, Photo } = parsed(exif)
  // Broken blocks are null there, whatever the types say.
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
