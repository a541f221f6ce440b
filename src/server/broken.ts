import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { problem, problemBody } from '#kernel/problem.ts'

/** Milliseconds the caller has to read the answer: what is still arriving is thrown away meanwhile. */
const lingering = 1_000
const messageOfStatus: Readonly<Record<number, string>> = {
  400: 'Não entendemos o pedido: ele não segue o HTTP.',
  408: 'O pedido demorou demais para chegar.',
  431: 'Os cabeçalhos do pedido são grandes demais.',
}

/** Answers what never became a request, in the shape of the other errors, and says that the connection ends here. */
export function answerBroken(error: Readonly<Error> & { readonly code?: unknown }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  if (!socket.writable) return void socket.destroy()
  const status = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : error.code === 'HPE_HEADER_OVERFLOW' ? 431 : 400
  const body = JSON.stringify({
    ...problemBody(problem('malformed', messageOfStatus[status] ?? ''), randomUUID(), 'GET'),
    status,
  })
  const headers = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
  ]
  // Closed with bytes unread, the connection would be reset, and the answer lost with it.
  socket.removeAllListeners('data')
  socket.resume()
  socket.end(`${headers.join('\r\n')}\r\n\r\n${body}`)
  setTimeout(() => socket.destroy(), lingering).unref()
}
