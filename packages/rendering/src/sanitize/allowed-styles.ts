const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/))

/** The style properties that are allowed in filtered HTML, in addition to custom properties (`--x`). */
export const ALLOWED_PROPERTIES = words(`align-content align-items align-self aspect-ratio background
  background-attachment background-blend-mode background-color background-image background-position background-repeat
  background-size border border-bottom border-bottom-color border-bottom-left-radius border-bottom-right-radius
  border-bottom-style border-bottom-width border-collapse border-color border-left border-left-color border-left-style
  border-left-width border-radius border-right border-right-color border-right-style border-right-width border-spacing
  border-style border-top border-top-color border-top-left-radius border-top-right-radius border-top-style
  border-top-width border-width bottom box-shadow caption-side clear clip-path color column-count column-fill column-gap
  column-rule column-span column-width columns container-type cursor direction display filter flex flex-basis
  flex-direction flex-flow flex-grow flex-shrink flex-wrap float font font-family font-size font-stretch font-style
  font-variant font-weight gap grid-auto-columns grid-auto-rows grid-column grid-column-end grid-column-gap
  grid-column-start grid-gap grid-row grid-row-end grid-row-gap grid-row-start grid-template-columns grid-template-rows
  height image-rendering justify-content justify-items justify-self left letter-spacing line-height list-style-type
  margin margin-block-end margin-block-start margin-bottom margin-inline-end margin-inline-start margin-left
  margin-right margin-top mask max-height max-width min-height min-width object-fit object-position opacity overflow
  padding padding-block-end padding-block-start padding-bottom padding-inline-end padding-inline-start padding-left
  padding-right padding-top pointer-events position right row-gap stroke fill text-align text-decoration text-indent
  text-rendering text-transform top transform transform-origin unicode-bidi vertical-align visibility white-space width
  word-spacing writing-mode z-index`)

/** The functions that are allowed in all values. */
export const ALLOWED_FUNCTIONS = words(`var calc -webkit-calc min max minmax clamp repeat rotate rotateX rotateY rotateZ
  rotate3d scale scaleX scaleY scaleZ scale3d translate translateX translateY translateZ translate3d skew skewX skewY
  matrix matrix3d perspective circle ellipse inset polygon path rect xywh`)

/** The additional functions that are allowed within gradients. */
export const COLOR_FUNCTIONS = words('rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix')

/** The properties whose values may contain `url()`. */
export const FILE_PROPERTIES = words('background background-image clip-path cursor filter mask stroke fill')

/** The properties whose values may be gradients. */
export const GRADIENT_PROPERTIES = words('background background-image')

/** The properties that move an element out of its place. */
export const MOVING_PROPERTIES = words('top right bottom left z-index transform transform-origin')
