import type { WxrElement } from './element.js'

/** An element that is not complete. */
export interface OpenElement extends WxrElement {
  text: string
  /** The text of the CDATA sections alone, if there are any. */
  cdata: string | undefined
  readonly children: WxrElement[]
}

/** Ends an element: white space around a CDATA section is layout, not part of the value. */
export function endElement(element: OpenElement): void {
  const { cdata, text } = element
  if (cdata !== undefined && cdata !== text && cdata.trim() === text.trim()) element.text = cdata
}
