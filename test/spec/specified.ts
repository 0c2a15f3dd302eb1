import type { Site } from '@platen/site'
import t, { type Test } from 'tap'
import { makeSite, type TestSite } from '../site/make-site.js'

/** Checks one sentence of the specification on a new site in its dialect. */
export type Sentence = (words: string, check: (t: Test, made: TestSite) => Promise<void>) => void

/** Tests of one section of the specification, each named by the section and by the words that it holds the site to. */
export function section(name: string, register?: (site: Site) => void): Sentence {
  return (words, check) => {
    t.test(`${name}: ${words}`, async t => check(t, await makeSite(register === undefined ? {} : { register })))
  }
}

/** A body, read as what the test expects. */
export const bodyOf = <T = Record<string, unknown>>({ body }: { readonly body: unknown }): T => body as T

/** Writes something and resolves with its body. */
export async function write<T = { readonly id: number }>(
  { send }: TestSite,
  path: string,
  body: Readonly<Record<string, unknown>>,
): Promise<T> {
  const response = await send(`POST ${path}`, { body })
  if (response.status >= 300) throw new Error(response.text())
  return bodyOf<T>(response)
}
