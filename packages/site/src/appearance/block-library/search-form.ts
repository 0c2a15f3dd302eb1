import type { BlockPlace } from '@platen/rendering'
import { escapeAttribute, escapeUrl, filterHtml, stripTags, wrapperAttributes } from '@platen/rendering'
import type { BlockScope } from '../../kernel/blocks/index.js'
import { type SearchLook, searchLook } from './search-styles.js'

/** The attributes of `core/search` that its HTML depends on. */
export interface SearchAttributes {
  readonly label?: string | undefined
  readonly showLabel: boolean
  readonly placeholder: string
  readonly width?: number | undefined
  readonly widthUnit?: string | undefined
  readonly buttonText?: string | undefined
  readonly buttonPosition: string
  readonly buttonUseIcon: boolean
  readonly query: Readonly<Record<string, unknown>>
}

const NAME = 'wp-block-search'
const POSITIONS = new Set(['button-outside', 'button-inside', 'no-button', 'button-only'])
/** The maximum number of parameters that a form sends besides the searched text. */
const MAX_PARAMETERS = 50

const ICON = `<svg class="search-icon" viewBox="0 0 24 24" width="24" height="24">
					<path d="M13 5a6 6 0 1 0-3.7 10.7L5 19.5 6 20.5l3.9-3.9A6 6 0 1 0 13 5zm0 1.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9z"></path>
				</svg>`

/** The state with which a script opens the field that is hidden behind the button. */
const interactive = (id: string): string => ` 
		 data-wp-interactive="core/search"
		 data-wp-context='{"isSearchInputVisible":false,"inputId":"${id}","ariaLabelExpanded":"Submit Search","ariaLabelCollapsed":"Expand search field"}'
		 data-wp-class--wp-block-search__searchfield-hidden="!context.isSearchInputVisible"
		 data-wp-on--keydown="actions.handleSearchKeydown"
		 data-wp-on--focusout="actions.handleSearchFocusout"
		`

const INTERACTIVE_BUTTON =
  'data-wp-bind--aria-controls="state.ariaControls" data-wp-bind--aria-expanded="context.isSearchInputVisible" data-wp-bind--aria-label="state.ariaLabel" data-wp-bind--type="state.type" data-wp-on--click="actions.openSearchInput" '

const classAttribute = (...classes: readonly string[]): string =>
  `class="${escapeAttribute(classes.filter(name => name !== '').join(' '))}"`

function labelHtml({ label, showLabel }: SearchAttributes, id: string, looks: SearchLook): string {
  const text = label ? filterHtml(label, 'title') : 'Search'
  const isShown = showLabel && label !== ''
  const hidden = isShown ? '' : 'screen-reader-text'
  const look = isShown ? looks.label : looks.hiddenLabel
  return `<label ${classAttribute(`${NAME}__label`, hidden, look.classes.join(' '))} for="${id}" ${look.style}>${text}</label>`
}

function inputHtml(
  { placeholder }: SearchAttributes,
  id: string,
  look: SearchLook['input'],
  isHidden: boolean,
): string {
  const classes = classAttribute(`${NAME}__input`, look.classes.join(' '))
  const names = isHidden
    ? `aria-hidden="true" ${classes} data-wp-bind--aria-hidden="!context.isSearchInputVisible" data-wp-bind--tabindex="state.tabindex"`
    : classes
  const place = `id="${id}" placeholder="${escapeAttribute(placeholder)}"${isHidden ? ' ' : ''}`
  return `<input ${names} ${place} value="" type="search" name="s" required ${look.style}/>`
}

const textOf = (value: unknown): string =>
  typeof value === 'object' && value !== null ? 'Array' : value === true ? '1' : value === false ? '' : String(value)

const parametersHtml = (query: SearchAttributes['query']): string =>
  Object.entries(query)
    .slice(0, MAX_PARAMETERS)
    .map(([name, value]) => {
      const attributes = `name="${escapeAttribute(name)}" value="${escapeAttribute(textOf(value))}"`
      return `<input type="hidden" ${attributes} />`
    })
    .join('')

function buttonHtml(attributes: SearchAttributes, look: SearchLook['button'], isOnly: boolean): string {
  const { buttonText = 'Search', buttonUseIcon } = attributes
  const icon = buttonUseIcon ? 'has-icon' : ''
  const classes = classAttribute(`${NAME}__button`, look.classes.join(' '), icon, 'wp-element-button')
  const html = buttonUseIcon ? ICON : filterHtml(buttonText, 'title')
  if (isOnly) return `<button  aria-expanded="false"  ${classes} ${INTERACTIVE_BUTTON} ${look.style}>${html}</button>`
  const name = escapeAttribute(stripTags(buttonText))
  return `<button aria-label="${name}" ${classes} type="submit" ${look.style}>${html}</button>`
}

/** The width of the input and the button. */
const widthOf = ({ width, widthUnit = '' }: SearchAttributes): string | undefined =>
  width !== undefined && width > 0 && /^(?:%|[a-z]{1,4})$/.test(widthUnit)
    ? `${Math.min(width, 10_000)}${widthUnit}`
    : undefined

/** The HTML of one use of `core/search`. */
export function searchForm(attributes: SearchAttributes, scope: BlockScope & BlockPlace): string {
  const { buttonPosition: position } = attributes
  const id = `${NAME}__input-${scope.count('id')}`
  const isOnly = position === 'button-only'
  const hasButton = position !== 'no-button'
  const look = searchLook(scope.block, widthOf(attributes))
  const classes = [
    ...(POSITIONS.has(position) ? [`${NAME}__${position}`] : []),
    ...(isOnly ? [`${NAME}__searchfield-hidden`] : []),
    ...(hasButton ? [`${NAME}__${attributes.buttonUseIcon ? 'icon' : 'text'}-button`] : []),
  ]
  const field = inputHtml(attributes, id, look.input, isOnly) + parametersHtml(attributes.query)
  const button = hasButton ? buttonHtml(attributes, look.button, isOnly) : ''
  const inside = `<div ${classAttribute(`${NAME}__inside-wrapper`, look.inside.classes.join(' '))} ${look.inside.style}>${field}${button}</div>`
  const opening = `<form role="search" method="get" action="${escapeUrl(`${scope.site.url}/`)}"${wrapperAttributes(scope, classes)}`
  return `${opening}${isOnly ? interactive(id) : ' '}>${labelHtml(attributes, id, look)}${inside}</form>`
}
