const byExtension: Readonly<Record<string, readonly string[]>> = {
  'image/jpeg': ['jpg', 'jpeg', 'jpe'],
  'image/png': ['png'],
  'image/gif': ['gif'],
  'image/webp': ['webp'],
  'image/avif': ['avif'],
  'image/heic': ['heic'],
  'image/bmp': ['bmp'],
  'image/tiff': ['tif', 'tiff'],
  'image/svg+xml': ['svg'],
  'image/x-icon': ['ico'],
  'audio/mpeg': ['mp3', 'm4a', 'm4b'],
  'audio/wav': ['wav'],
  'audio/ogg': ['ogg', 'oga'],
  'audio/flac': ['flac'],
  'audio/aac': ['aac'],
  'audio/midi': ['mid', 'midi'],
  'video/mp4': ['mp4', 'm4v'],
  'video/quicktime': ['mov', 'qt'],
  'video/webm': ['webm'],
  'video/ogg': ['ogv'],
  'video/avi': ['avi'],
  'video/mpeg': ['mpeg', 'mpg'],
  'video/x-ms-wmv': ['wmv'],
  'video/3gpp': ['3gp', '3gpp'],
  'application/pdf': ['pdf'],
  'application/zip': ['zip'],
  'application/x-gzip': ['gz', 'gzip'],
  'application/json': ['json'],
  'application/rtf': ['rtf'],
  'application/msword': ['doc'],
  'application/vnd.ms-excel': ['xls'],
  'application/vnd.ms-powerpoint': ['ppt', 'pps'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['docx'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['xlsx'],
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': ['pptx'],
  'application/vnd.oasis.opendocument.text': ['odt'],
  'application/vnd.oasis.opendocument.spreadsheet': ['ods'],
  'application/vnd.oasis.opendocument.presentation': ['odp'],
  'text/plain': ['txt'],
  'text/csv': ['csv'],
  'text/css': ['css'],
  'text/html': ['html', 'htm'],
  'text/vtt': ['vtt'],
  'text/calendar': ['ics'],
}

const types = new Map(
  Object.entries(byExtension).flatMap(([type, extensions]) => extensions.map(extension => [extension, type])),
)

/** The media type of a file by the extension in its URL, since exports do not have it. Empty if the extension is unknown. */
export function mimeTypeOf(url: string): string {
  const [path = ''] = url.split(/[?#]/, 1)
  return types.get(path.slice(path.lastIndexOf('.') + 1).toLowerCase()) ?? ''
}
