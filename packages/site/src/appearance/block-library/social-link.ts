import { escapeAttribute, escapeHtml, escapeUrl, isSafeUrl, safeStyle, wrapperAttributes } from '@platen/rendering'
import { defineBlock, INTERACTIVITY } from '../../kernel/blocks/index.js'
import { textOrEmpty } from '../../kernel/text/index.js'
import { serviceIcon, serviceName } from './social-services.js'

const LINK = 'wp-block-social-link'

const isMail = (url: string): boolean => /^[^\s@/:]{1,64}@[^\s@/:]{1,255}$/.test(url)

/** The URL of a link: that of a mailbox for an address, and one with a scheme for a host. */
function urlOf(given: string): string {
  const url = given.trim()
  if (isMail(url)) return `mailto:${url}`
  return /^(?:[a-z][a-z\d+.-]*:|\/\/|#)/i.test(url) ? url : `https://${url}`
}

/** The classes of the icon's colors. */
const colorClasses = (iconColor: string, iconBackgroundColor: string): readonly string[] => [
  ...(iconColor === '' ? [] : [`has-${iconColor}-color`]),
  ...(iconBackgroundColor === '' ? [] : [`has-${iconBackgroundColor}-background-color`]),
]

/** `core/social-link`: a link to a profile, within `core/social-links`. It is empty without a URL. */
export const socialLink = defineBlock({
  name: 'core/social-link',
  apiVersion: 3,
  title: 'Social Icon',
  category: 'widgets',
  description: 'A link to a profile on a social network.',
  parent: ['core/social-links'],
  usesContext: [
    'openInNewTab',
    'showLabels',
    'iconColor',
    'iconColorValue',
    'iconBackgroundColor',
    'iconBackgroundColorValue',
  ],
  supports: { anchor: true, reusable: false, html: false, interactivity: INTERACTIVITY },
  attributes: {
    url: { type: 'string', role: 'content' },
    service: { type: 'string' },
    label: { type: 'string', role: 'content' },
    rel: { type: 'string' },
  },
  render({ url = '', service = 'Icon', label, rel }, _content, _loaded, scope) {
    if (url.trim() === '') return ''
    const { openInNewTab, showLabels, iconColor, iconColorValue, iconBackgroundColor, iconBackgroundColorValue } =
      scope.context
    const style = [
      ...(textOrEmpty(iconColorValue) === '' ? [] : [`color:${textOrEmpty(iconColorValue)}`]),
      ...(textOrEmpty(iconBackgroundColorValue) === ''
        ? []
        : [`background-color:${textOrEmpty(iconBackgroundColorValue)}`]),
    ].join(';')
    const classes = [
      'wp-social-link',
      `wp-social-link-${service}`,
      ...colorClasses(textOrEmpty(iconColor), textOrEmpty(iconBackgroundColor)),
    ]
    const isNew = openInNewTab === true
    const relation = [...(rel ? [rel] : []), ...(isNew ? ['noopener nofollow'] : [])].join(' ')
    const opening = `${relation === '' ? '' : `rel="${escapeAttribute(relation)}" `}${isNew ? 'target="_blank" ' : ''}`
    const hidden = showLabels === true ? '' : ' screen-reader-text'
    const text = `<span class="${LINK}-label${hidden}">${escapeHtml(label ? label : serviceName(service))}</span>`
    const target = urlOf(url)
    const href = isSafeUrl(target) ? escapeUrl(target) : ''
    const attributes = wrapperAttributes(scope, classes, { style: safeStyle(style) })
    return `<li${attributes}><a ${opening}href="${href}" class="${LINK}-anchor">${serviceIcon(service)}${text}</a></li>`
  },
})
