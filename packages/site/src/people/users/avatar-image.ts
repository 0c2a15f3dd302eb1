import { escapeHtml, escapeUrl } from '@platen/rendering'
import type { BlockScope } from '../../kernel/blocks/index.js'
import { avatarUrl } from './avatar-urls.js'

/** The presentation of an avatar. */
export interface AvatarOptions {
  /** The width in pixels. */
  readonly size: number
  readonly alt: string
  readonly className?: string
  /** An inline style, from attributes that were filtered. */
  readonly style?: string
}

const MAX_SIZE = 2048

/** The `img` tag of the avatar of an email address. */
export function avatarImage(
  { site, isStandalone = false }: Pick<BlockScope, 'site' | 'isStandalone'>,
  email: string,
  { size, alt, className = '', style = '' }: AvatarOptions,
): string {
  const whole = Math.min(Math.abs(Math.trunc(size)), MAX_SIZE)
  const shown = whole === 0 ? 96 : whole
  const url = (width: number) => escapeUrl(avatarUrl(site, email, width))
  const classes = `avatar avatar-${shown} photo${className && ` ${className}`}`
  const source = `src='${url(shown)}' srcset='${url(shown * 2)} 2x'`
  const styled = style === '' ? '' : ` style="${escapeHtml(style)};"`
  const loading = isStandalone ? `${styled && ' '}loading='lazy' decoding='async'` : ''
  return `<img alt='${escapeHtml(alt)}' ${source} class='${escapeHtml(classes)}' height='${shown}' width='${shown}' ${styled}${loading}/>`
}
