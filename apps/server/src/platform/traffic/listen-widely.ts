import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { Server as TlsServer } from 'node:tls'
import type { FastifyInstance } from 'fastify'

// Of a listening socket libuv takes one connection in each turn of the event loop. Where a turn takes long and strangers connect
// all the time, everybody's new connection would wait in line for half a minute; so several sockets listen at the port.
const sockets = 16

// Other systems do not share the connections out.
const canShare = process.platform === 'linux'

type Place = { readonly port: number; readonly host: string }

const close = (server: Server): Promise<void> => new Promise((resolve) => server.close(() => resolve()))

/** Sockets that share a port would let in a second product at the same one. @throws EADDRINUSE */
const refuseTaken = async ({ port, host }: Place): Promise<void> => {
  if (port === 0) return
  const probe = createServer().listen({ port, host })
  await once(probe, 'listening')
  await close(probe)
}

/** Listens, with several sockets at the port. @returns closes them, once what is under way has its answer */
export const listenWidely = async (app: FastifyInstance, { port, host }: Place): Promise<() => Promise<void>> => {
  if (canShare) await refuseTaken({ port, host })
  await app.listen({ port, host, ...(canShare && { reusePort: true }) })
  const { address, port: own } = app.server.address() as AddressInfo
  const allowHalfOpen = !(app.server instanceof TlsServer)
  const others = Array.from({ length: canShare ? sockets - 1 : 0 }, () =>
    createServer({ allowHalfOpen, noDelay: true }, (socket) => app.server.emit('connection', socket)),
  )
  await Promise.all(others.map((other) => once(other.listen({ port: own, host: address, reusePort: true }), 'listening')))
  return async () => {
    const closed = others.map(close)
    await app.close()
    await Promise.all(closed)
  }
}
