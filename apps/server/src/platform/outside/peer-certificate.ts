import { isIP } from 'node:net'
import { connect, type TLSSocket } from 'node:tls'

const patienceMs = 5_000

/** When the certificate that a connection was shown ends; undefined where it was shown none. */
export const endOfPeerCertificate = (socket: Pick<TLSSocket, 'getPeerCertificate'>): Date | undefined => {
  const { valid_to: text } = socket.getPeerCertificate()
  const end = new Date(text ?? Number.NaN)
  return Number.isNaN(end.getTime()) ? undefined : end
}

/** When the certificate of a server that speaks TLS ends, by whichever authority; undefined where it cannot be reached. */
export const readCertificateEnd = (host: string, port: number): Promise<Date | undefined> =>
  new Promise((resolve) => {
    const settle = (end?: Date) => {
      socket.destroy()
      resolve(end)
    }
    // Nothing is sent: a certificate that is over is what this is about.
    const socket = connect({ host, port, rejectUnauthorized: false, ...(isIP(host) === 0 && { servername: host }) })
    socket.setTimeout(patienceMs, () => settle())
    socket.once('error', () => settle())
    socket.once('secureConnect', () => settle(endOfPeerCertificate(socket)))
  })
