// Attachments, their files, and how texts show them.
export { iconUrl } from './attachments.js'
export { cover } from './blocks/cover.js'
export { type FeaturedImages, loadFeaturedImages } from './blocks/featured-images.js'
export { mediaText } from './blocks/media-text.js'
export { playlist, playlistTrack } from './blocks/playlist.js'
export { cleanFileName, lastSegment } from './files/file-names.js'
export type { FileStorage, FileToStore, PublicFiles, StoredContent, TemporaryFile } from './files/file-storage.js'
export { DEFAULT_FILE_TYPES, type FileType } from './files/file-types.js'
export { DEFAULT_IMAGE_SIZES, type Dimensions, fitInto, type ImageSize, sameProportions } from './files/image-sizes.js'
export type {
  ImageArea,
  ImageFacts,
  ImageSource,
  ImageStep,
  ImageTools,
  PhotoMetadata,
  ProcessedImage,
} from './files/image-tools.js'
export {
  type Downloader,
  type DownloadLimits,
  type MediaConfig,
  type MediaOptions,
  mediaSettings,
} from './files/media-settings.js'
export { ownFilePath } from './files/own-file.js'
export { type ReceivedUpload, receiveFile } from './files/receive-file.js'
export type { AudioTrack, RecordingFacts, RecordingReader, VideoTrack } from './files/recording-reader.js'
export { latinText } from './files/signatures.js'
export { contentOf, fileContent, openFile } from './files/stored-content.js'
export { mediaFeature } from './media-feature.js'
export { attachFile, type FileToAttach } from './operations/attach-file.js'
export { deleteMedia } from './operations/delete-media.js'
export { NO_IMAGES } from './operations/make-images.js'
export type { MediaContent } from './operations/media-content.js'
export type { MediaInput } from './operations/media-input.js'
export { removeFiles, type SavedFile, saveFile } from './operations/save-file.js'
export { type KeptSize, requireStorage } from './operations/save-upload.js'
export { updateMedia } from './operations/store-media.js'
export type { NewFile } from './operations/upload-media.js'
export { galleryHtml, galleryTags } from './shown/gallery-html.js'
export { loadAttachments, type ShownAttachment } from './shown/shown-attachments.js'
export {
  asStoredFile,
  folderOf,
  mediaMetaKeys,
  nameOf,
  type StoredFile,
  storedFileOf,
  storedFilesOf,
} from './stored-file.js'
