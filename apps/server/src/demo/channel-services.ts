import { createServer } from 'node:http'

/** The services that the demo's channels lead to: on this machine alone, so that no message leaves it. */
export type ChannelServices = { readonly host: string; readonly close: () => Promise<void> }

/** What each service answers to a message that it takes; Chatwork's token is no longer good. */
const answers: readonly (readonly [path: string, status: number, body: string])[] = [
  ['/slack', 200, 'ok'],
  ['/teams', 202, ''],
  ['/line', 200, '{"sentMessages":[]}'],
  ['/sms', 201, '{"status":"queued"}'],
  ['/chatwork', 401, '{"errors":["Invalid API token"]}'],
]

/** Starts a server that answers as the services of the demo's channels do, and keeps nothing. */
export const openChannelServices = (): Promise<ChannelServices> =>
  new Promise((resolve, reject) => {
    const server = createServer((request, response) => {
      const [, status, body] = answers.find(([path]) => request.url?.startsWith(path) === true) ?? ['', 204, '']
      request.resume().on('end', () => response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(body))
    })
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      if (address === null || typeof address === 'string') return reject(new Error('the services of channels have no port'))
      const close = () =>
        new Promise<void>((closed) => {
          server.closeAllConnections()
          server.close(() => closed())
        })
      resolve({ host: `127.0.0.1:${address.port}`, close })
    })
  })
