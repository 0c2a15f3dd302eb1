import type { TextFunction } from './fold-functions.js'

/** A backslash that is not itself escaped, and after it a character that PostgreSQL does not store. */
const UNSTORABLE = String.raw`(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})`

/** Parses JSON, with U+FFFD for NUL and for halves of characters, which `jsonb` refuses. */
export const jsonFunction: TextFunction = {
  name: 'platen_json',
  definition() {
    const body = String.raw`select case when strpos($1, '\u') = 0 then $1 else regexp_replace($1, '${UNSTORABLE}', '\1\\ufffd', 'gi') end::jsonb`
    return `create function platen_json(text) returns jsonb language sql immutable strict parallel safe as $body$${body}$body$`
  },
}
