import type { WxrElement } from './element.js'

/** An element that is not complete yet. */
export interface OpenElement extends WxrElement {
  text: string
  /** The text of only the CDATA sections, if there are any. */
  cdata: string | undefined
  readonly children: WxrElement[]
}

/** Completes an element. White space around a CDATA section is layout, and not part of the value. */
export function endElement(element: OpenElement): void {
  const { cdata, text } = element
  if (cdata !== undefined && cdata !== text && cdata.trim() === text.trim()) element.text = cdata
}
