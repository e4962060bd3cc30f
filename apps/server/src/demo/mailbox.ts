import { SMTPServer } from 'smtp-server'

/** Where the demo's mails arrive: on this machine alone, so that none leaves it. */
export type DemoMailbox = { readonly url: string; readonly close: () => Promise<void> }

/** Starts a mail server that accepts every mail and keeps none; the console shows under 送信メール what was sent. */
export const openMailbox = (): Promise<DemoMailbox> =>
  new Promise((resolve, reject) => {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData: (stream, _session, done) => void stream.on('end', () => done()).resume(),
    })
    server.on('error', reject)
    const listener = server.listen(0, '127.0.0.1', () => {
      const address = listener.address()
      if (address === null || typeof address === 'string') return reject(new Error('the mailbox has no port'))
      const close = () => new Promise<void>((closed) => server.close(() => closed()))
      resolve({ url: `smtp://127.0.0.1:${address.port}`, close })
    })
  })
