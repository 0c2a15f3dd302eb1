import type { IncomingMessage, ServerResponse } from 'node:http'

const waiting = new WeakMap<IncomingMessage, ServerResponse>()

/** Marks a request whose client waits for `100 Continue` before it sends the body (`Expect: 100-continue`). */
export const expectContinue = (req: IncomingMessage, res: ServerResponse): void => void waiting.set(req, res)

/** Sends `100 Continue` to a client that waits for it before it sends its body. */
export function sendContinue(req: IncomingMessage): void {
  const res = waiting.get(req)
  waiting.delete(req)
  if (res !== undefined && !res.headersSent) res.writeContinue()
}
