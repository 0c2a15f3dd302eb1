export { createDiskStorage, type DiskStorageOptions } from './disk-storage.js'
export { createDownloader, type DownloaderOptions } from './downloader.js'
export { createMemoryStorage, type MemoryStorageOptions } from './memory-storage.js'
export { createSharpImages, type SharpImagesOptions } from './sharp-images.js'
