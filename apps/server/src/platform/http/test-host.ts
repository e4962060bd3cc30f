import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A host of a database that is elsewhere: what comes in is passed on, until it falls silent or closes. */
export type TestHost = {
  /** `127.0.0.1:port`. */
  readonly name: string
  /** Holds back everything from now on and answers nobody, as behind a network that is gone. */
  readonly fallSilent: () => void
  readonly close: () => Promise<void>
}

/** @param url of the database, over a Unix socket or TCP */
export const openTestHost = async (url: string): Promise<TestHost> => {
  const { hostname, port } = new URL(url)
  const socketFolder = decodeURIComponent(hostname)
  const sockets = new Set<Socket>()
  let isSilent = false
  const keep = (socket: Socket): Socket => {
    sockets.add(socket)
    return socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
  }
  const server = createServer((caller) => {
    keep(caller)
    if (isSilent) return
    const target = keep(socketFolder.startsWith('/') ? connect(`${socketFolder}/.s.PGSQL.5432`) : connect(Number(port), hostname))
    caller.pipe(target).pipe(caller)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    name: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    fallSilent: () => {
      isSilent = true
      for (const socket of sockets) socket.unpipe().pause()
    },
    close: async () => {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
}
