import { SaxesParser } from 'saxes'

/** An object of a bucket; its size is in bytes. */
export interface ListedObject {
  readonly key: string
  readonly size: number
}

/** A page of a listing, and the token of the next one. */
export interface Listing {
  readonly objects: readonly ListedObject[]
  readonly next: string | undefined
}

/** Amazon S3 encodes spaces as `+`, others as `%20`. */
const decoded = (key: string) => decodeURIComponent(key.replaceAll('+', ' '))

/** Reads the result of `ListObjectsV2`, whose keys may be encoded as in URLs. Throws for text that is not XML. */
export function readListing(xml: string): Listing {
  const objects: ListedObject[] = []
  let next: string | undefined
  let isEncoded = false
  let text = ''
  let key = ''
  let size = 0
  const parser = new SaxesParser()
  parser.on('error', error => {
    throw error
  })
  parser.on('opentag', () => {
    text = ''
  })
  parser.on('text', more => {
    text += more
  })
  parser.on('closetag', ({ name }) => {
    if (name === 'Key') key = text
    else if (name === 'Size') size = Number(text)
    else if (name === 'NextContinuationToken') next = text
    else if (name === 'EncodingType') isEncoded = text === 'url'
    else if (name === 'Contents') objects.push({ key, size })
    text = ''
  })
  parser.write(xml).close()
  return { objects: isEncoded ? objects.map(each => ({ ...each, key: decoded(each.key) })) : objects, next }
}
