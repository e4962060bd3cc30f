import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer, type Server } from 'node:net'

/** What a digit of a command may be: of the five lights, and of the buzzer. */
const lights = [0, 1, 2, 3, 9]
const buzzers = [0, 1, 2, 3, 4, 9]
const kept = 9

const isCommand = (digits: readonly number[]): boolean =>
  digits.length === 6 && digits.every((digit, index) => (index === 5 ? buzzers : lights).includes(digit))

// PNS: product "XX", identifier "S", six bytes of data (NH series user's manual 3.6).
const pnsHead = [0x58, 0x58, 0x53, 0, 0, 6]
const [ack, nak] = [Buffer.from([0x06]), Buffer.from([0x15])]

const portOf = (server: Server): number => (server.address() as AddressInfo).port

/**
 * A double of a signal tower of PATLITE: takes the HTTP command `/api/control?alert=` and the bytes of PNS as the manuals have them, and
 * refuses everything else.
 */
export const startLampDouble = async () => {
  let state = [0, 0, 0, 0, 0, 0]
  const refused: string[] = []
  const show = (digits: readonly number[]): void => {
    state = state.map((before, index) => (digits[index] === kept ? before : (digits[index] ?? before)))
  }
  const http = createHttpServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://lamp')
    const alert = searchParams.get('alert') ?? ''
    const isTaken = request.method === 'GET' && pathname === '/api/control' && [...searchParams.keys()].join() === 'alert'
    const digits = alert.split('').map(Number)
    const isRight = isTaken && isCommand(digits)
    if (isRight) show(digits)
    else refused.push(`${request.method} ${request.url}`)
    response.end(isRight ? 'Success.' : 'Error.')
  }).listen(0, '127.0.0.1')
  const pns = createServer((socket) =>
    socket
      .on('error', () => undefined)
      .on('data', (bytes) => {
        const [head, data] = [[...bytes.subarray(0, 6)], [...bytes.subarray(6)]]
        const isTaken = head.every((byte, index) => byte === pnsHead[index]) && isCommand(data)
        if (isTaken) show(data)
        else refused.push(bytes.toString('hex'))
        socket.end(isTaken ? ack : nak)
      }),
  ).listen(0, '127.0.0.1')
  await Promise.all([once(http, 'listening'), once(pns, 'listening')])
  return {
    url: `http://127.0.0.1:${portOf(http)}`,
    pnsPort: portOf(pns),
    /** What it shows: five lights and the buzzer. */
    shown: () => state.join(''),
    refused,
    stop: () => {
      http.closeAllConnections()
      http.close()
      pns.close()
    },
  }
}
