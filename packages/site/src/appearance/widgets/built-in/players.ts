import { filterHtml, isSafeUrl } from '@platen/rendering'
import { loadAttachments } from '../../../content/media/index.js'
import type { SiteContext } from '../../../kernel/context/index.js'
import { defineWidget } from '../define-widget.js'
import { textOf } from '../widget-field.js'
import {
  fileOfType,
  hiddenField,
  nameField,
  sharedFields,
  switchedField,
  updateMedia,
  urlField,
} from './media-fields.js'

const PRELOADS = ['none', 'auto', 'metadata']

/** The rendered shortcode of a player; empty for a URL that a shortcode cannot contain. */
function playerHtml(
  site: SiteContext,
  tag: 'audio' | 'video',
  sources: Readonly<Record<string, string>>,
  look: string,
  content = '',
) {
  const files = Object.entries(sources)
    .filter(([, url]) => url !== '' && isSafeUrl(url) && !/["[\]<>]/.test(url))
    .map(([name, url]) => ` ${name}="${url}"`)
  return files.length === 0 ? '' : site.shortcodes.render(`[${tag}${files.join('')}${look}]${content}[/${tag}]`)
}

const isText = (value: unknown) => typeof value === 'string'

const audioFields = {
  preload: nameField(PRELOADS, 'none'),
  loop: switchedField(),
  mp3: urlField(),
  ogg: urlField(),
  flac: urlField(),
  m4a: urlField(),
  wav: urlField(),
  ...sharedFields,
} as const

/** A player of a sound of the media library, or of elsewhere. */
export const audioWidget = defineWidget({
  idBase: 'media_audio',
  name: 'Audio',
  description: 'A player for a sound.',
  className: 'widget_media_audio',
  fields: audioFields,
  update: updateMedia(audioFields),
  load: (sounds, scope) =>
    loadAttachments(
      sounds.map(sound => sound.attachment_id),
      scope,
    ),
  render({ title, attachment_id: id, url, preload, loop, ...types }, attachments, scope) {
    const attachment = attachments.get(id)
    if (attachment === undefined && url === '') return undefined
    const src = fileOfType('audio', attachment)?.url ?? url
    const { mp3, ogg, flac, m4a, wav } = types
    const look = `${loop ? ' loop="true"' : ''} preload="${preload}"`
    return scope.title(title) + playerHtml(scope.site, 'audio', { src, mp3, ogg, flac, m4a, wav }, look)
  },
})

const videoFields = {
  preload: nameField(PRELOADS, 'metadata'),
  loop: switchedField(),
  content: hiddenField(value => filterHtml(textOf(value), 'content'), isText),
  mp4: urlField(),
  m4v: urlField(),
  webm: urlField(),
  ogv: urlField(),
  flv: urlField(),
  ...sharedFields,
} as const

/** A player of a video, from the media library or elsewhere; it is as wide as its container. */
export const videoWidget = defineWidget({
  idBase: 'media_video',
  name: 'Video',
  description: 'A player for a film.',
  className: 'widget_media_video',
  fields: videoFields,
  update: updateMedia(videoFields),
  load: (films, scope) =>
    loadAttachments(
      films.map(film => film.attachment_id),
      scope,
    ),
  render({ title, attachment_id: id, url, preload, loop, content, ...types }, attachments, scope) {
    const attachment = attachments.get(id)
    if (attachment === undefined && url === '') return undefined
    const src = fileOfType('video', attachment)?.url ?? url
    const { mp4, m4v, webm, ogv, flv } = types
    const look = `${loop ? ' loop="true"' : ''} preload="${preload}"`
    // Brackets could end the shortcode.
    const inner = content.includes('[') ? '' : content
    const html = playerHtml(scope.site, 'video', { src, mp4, m4v, webm, ogv, flv }, look, inner)
    const fluid = html
      .replace('<div style="width: 640px;"', '<div style="width:100%;"')
      .replace(' width="640" height="360"', '')
    return scope.title(title) + fluid
  },
})
