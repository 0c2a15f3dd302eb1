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

const OFFICE = 'vnd.openxmlformats-officedocument'
const OPEN_DOCUMENT = 'vnd.oasis.opendocument'

/** Documents of office programs. */
const DOCUMENTS = {
  pdf: 'pdf',
  rtf: 'rtf',
  msword: 'doc',
  'vnd.ms-excel': 'xls xla xlt xlw',
  'vnd.ms-powerpoint': 'ppt pot pps',
  'vnd.ms-access': 'mdb',
  'vnd.ms-project': 'mpp',
  'vnd.ms-write': 'wri',
  'vnd.ms-xpsdocument': 'xps',
  oxps: 'oxps',
  onenote: 'onetoc onetoc2 onetmp onepkg',
  wordperfect: 'wp wpd',
  [`${OFFICE}.wordprocessingml.document`]: 'docx',
  [`${OFFICE}.wordprocessingml.template`]: 'dotx',
  [`${OFFICE}.spreadsheetml.sheet`]: 'xlsx',
  [`${OFFICE}.spreadsheetml.template`]: 'xltx',
  [`${OFFICE}.presentationml.presentation`]: 'pptx',
  [`${OFFICE}.presentationml.slideshow`]: 'ppsx',
  [`${OFFICE}.presentationml.template`]: 'potx',
  [`${OFFICE}.presentationml.slide`]: 'sldx',
  'vnd.ms-word.document.macroEnabled.12': 'docm',
  'vnd.ms-word.template.macroEnabled.12': 'dotm',
  'vnd.ms-excel.sheet.macroEnabled.12': 'xlsm',
  'vnd.ms-excel.sheet.binary.macroEnabled.12': 'xlsb',
  'vnd.ms-excel.template.macroEnabled.12': 'xltm',
  'vnd.ms-excel.addin.macroEnabled.12': 'xlam',
  'vnd.ms-powerpoint.presentation.macroEnabled.12': 'pptm',
  'vnd.ms-powerpoint.slideshow.macroEnabled.12': 'ppsm',
  'vnd.ms-powerpoint.template.macroEnabled.12': 'potm',
  'vnd.ms-powerpoint.addin.macroEnabled.12': 'ppam',
  'vnd.ms-powerpoint.slide.macroEnabled.12': 'sldm',
  [`${OPEN_DOCUMENT}.text`]: 'odt',
  [`${OPEN_DOCUMENT}.spreadsheet`]: 'ods',
  [`${OPEN_DOCUMENT}.presentation`]: 'odp',
  [`${OPEN_DOCUMENT}.graphics`]: 'odg',
  [`${OPEN_DOCUMENT}.chart`]: 'odc',
  [`${OPEN_DOCUMENT}.database`]: 'odb',
  [`${OPEN_DOCUMENT}.formula`]: 'odf',
  'vnd.apple.pages': 'pages',
  'vnd.apple.keynote': 'key',
  'vnd.apple.numbers': 'numbers',
  'epub+zip': 'epub',
} as const

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
      'x-ms-asf': 'asf asx',
      'x-ms-wm': 'wm',
      'x-ms-wmx': 'wmx',
      'x-flv': 'flv',
      divx: 'divx',
      '3gpp': '3gp 3gpp',
      '3gpp2': '3g2 3gp2',
    }),
    ...group('audio', {
      mpeg: 'mp3 m4a m4b',
      aac: 'aac',
      wav: 'wav x-wav',
      ogg: 'ogg oga',
      flac: 'flac',
      midi: 'mid midi',
      'x-ms-wma': 'wma',
      'x-ms-wax': 'wax',
      'x-matroska': 'mka',
      'x-realaudio': 'ra ram',
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
      zip: 'zip',
      gzip: 'gz gzip',
      'x-tar': 'tar',
      'x-7z-compressed': '7z',
      rar: 'rar',
      'octet-stream': 'psd xcf',
      ...DOCUMENTS,
    }),
  ]),
  htm: { type: 'text/html', capability: 'unfiltered_html' },
  html: { type: 'text/html', capability: 'unfiltered_html' },
  css: { type: 'text/css', capability: 'unfiltered_html' },
})
