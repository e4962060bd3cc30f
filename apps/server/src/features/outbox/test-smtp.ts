import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export type Received = { readonly from: string; readonly to: string[]; readonly source: string }

/** A mail server of a test's own. `received` is what it took. */
export const startSmtp = async ({ port = 0, ...options }: SMTPServerOptions & { port?: number } = {}) => {
  const received: Received[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData: (stream, session, done) => {
      const { mailFrom, rcptTo } = session.envelope
      text(stream).then((source) => {
        received.push({ from: mailFrom === false ? '' : mailFrom.address, to: rcptTo.map(({ address }) => address), source })
        done()
        // Of a client that was killed meanwhile the rest never comes.
      }, done)
    },
    ...options,
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const at = (server.server.address() as AddressInfo).port
  return { received, port: at, url: `smtp://127.0.0.1:${at}`, stop: () => new Promise<void>((resolve) => server.close(resolve)) }
}

/** A refusal of that SMTP code. */
export const smtpError = (responseCode: number, message: string): Error => Object.assign(new Error(message), { responseCode })
