import type { SiteContext } from '../../kernel/context/index.js'
import type { Icon } from './icons.js'

/** An icon and its sanitized SVG. */
export interface ShownIcon {
  readonly icon: Icon
  readonly content: string
}

/** Reads the SVG of an icon; `undefined`, and a warning in the log, if that fails. */
export async function shownIcon({ services }: SiteContext, icon: Icon): Promise<ShownIcon | undefined> {
  try {
    const content = await icon.content()
    if (content !== '') return { icon, content }
    services.logger.warn({ icon: icon.name }, 'an icon has no SVG drawing')
  } catch (err) {
    services.logger.warn({ err, icon: icon.name }, 'an icon cannot be read')
  }
  return undefined
}
