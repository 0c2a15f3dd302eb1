// Storage for uploaded files in S3 and compatible services.
export type { S3Access } from './s3/bucket.js'
export { createS3Storage, type S3StorageOptions } from './s3/s3-storage.js'
