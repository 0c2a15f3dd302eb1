import type { IncomingMessage, ServerResponse } from 'node:http'

/** Marks a request whose client waits for `100 Continue` before it sends the body (`Expect: 100-continue`). */
const waiting = Symbol('waiting for 100 Continue')

type WaitingRequest = IncomingMessage & { [waiting]?: ServerResponse | undefined }

/** Notes that the client of a request waits for `100 Continue`. */
export const expectContinue = (req: WaitingRequest, res: ServerResponse): void => {
  req[waiting] = res
}

/** Sends `100 Continue` to a client that waits for it before it sends its body. */
export function sendContinue(req: WaitingRequest): void {
  const res = req[waiting]
  req[waiting] = undefined
  if (res !== undefined && !res.headersSent) res.writeContinue()
}
