import type { S3Access } from '@platen/media/s3'
import { AwsV4Signer } from 'aws4fetch'

/** A running service with the interface of S3 that others wrote. */
export interface OtherService {
  /** With the bucket as its first segment. */
  readonly url: string
  readonly access: S3Access
  /** The characters of keys that it lists wrongly. */
  readonly misreads: RegExp | undefined
}

/** Creates a bucket of a service; returns its URL. */
export async function createBucket({ url, access }: OtherService, name: string): Promise<string> {
  const bucketUrl = `${url}/${name}`
  const { accessKeyId, secretAccessKey } = access
  const headers = { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' }
  const signing = { method: 'PUT', url: bucketUrl, headers, service: 's3', region: 'us-east-1' }
  const signed = await new AwsV4Signer({ ...signing, accessKeyId, secretAccessKey }).sign()
  const { status } = await fetch(signed.url, { method: 'PUT', headers: signed.headers })
  if (status !== 200) throw new Error(`The bucket cannot be created: ${status}`)
  return bucketUrl
}
