export type { S3Access } from './s3/bucket.js'
export { createS3Storage, type S3StorageOptions } from './s3/s3-storage.js'
