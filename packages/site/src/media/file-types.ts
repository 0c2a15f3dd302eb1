/** A file type that users may upload. */
export interface FileType {
  /** The media type. */
  readonly type: string
  /** A capability that uploads of this type require in addition. */
  readonly capability?: string | undefined
}

const group = (kind: string, types: Readonly<Record<string, string>>) =>
  Object.entries(types).flatMap(([name, extensions]) =>
    extensions
      .split(' ')
      .map(extension => [extension, { type: name.includes('/') ? name : `${kind}/${name}` }] as const),
  )

const OFFICE = 'application/vnd.openxmlformats-officedocument'

/**
 * The default file types by extension. Types in which browsers run code require `unfiltered_html`; dangerous ones are
 * excluded.
 */
export const DEFAULT_FILE_TYPES: Readonly<Record<string, FileType>> = Object.freeze({
  ...Object.fromEntries([
    ...group('image', {
      jpeg: 'jpg jpeg jpe',
      gif: 'gif',
      png: 'png',
      bmp: 'bmp',
      tiff: 'tif tiff',
      webp: 'webp',
      avif: 'avif',
      'x-icon': 'ico',
      heic: 'heic',
      heif: 'heif',
    }),
    ...group('video', {
      mp4: 'mp4 m4v',
      quicktime: 'mov qt',
      webm: 'webm',
      ogg: 'ogv',
      avi: 'avi',
      'x-matroska': 'mkv',
      mpeg: 'mpeg mpg mpe',
      'x-ms-wmv': 'wmv',
      'x-flv': 'flv',
      '3gpp': '3gp 3gpp',
    }),
    ...group('audio', {
      mpeg: 'mp3 m4a m4b',
      aac: 'aac',
      wav: 'wav x-wav',
      ogg: 'ogg oga',
      flac: 'flac',
      midi: 'mid midi',
      'x-ms-wma': 'wma',
    }),
    ...group('text', {
      plain: 'txt asc srt',
      csv: 'csv',
      'tab-separated-values': 'tsv',
      calendar: 'ics',
      richtext: 'rtx',
      vtt: 'vtt',
    }),
    ...group('application', {
      pdf: 'pdf',
      rtf: 'rtf',
      zip: 'zip',
      gzip: 'gz gzip',
      'x-tar': 'tar',
      'x-7z-compressed': '7z',
      rar: 'rar',
      msword: 'doc',
      'vnd.ms-excel': 'xls',
      'vnd.ms-powerpoint': 'ppt',
      [`${OFFICE}.wordprocessingml.document`]: 'docx',
      [`${OFFICE}.spreadsheetml.sheet`]: 'xlsx',
      [`${OFFICE}.presentationml.presentation`]: 'pptx',
      'vnd.oasis.opendocument.text': 'odt',
      'vnd.oasis.opendocument.spreadsheet': 'ods',
      'vnd.oasis.opendocument.presentation': 'odp',
      'epub+zip': 'epub',
    }),
  ]),
  htm: { type: 'text/html', capability: 'unfiltered_html' },
  html: { type: 'text/html', capability: 'unfiltered_html' },
  css: { type: 'text/css', capability: 'unfiltered_html' },
})
