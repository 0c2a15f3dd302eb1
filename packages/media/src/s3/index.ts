export type { S3Access } from './bucket.js'
export { createS3Storage, type S3StorageOptions } from './s3-storage.js'
