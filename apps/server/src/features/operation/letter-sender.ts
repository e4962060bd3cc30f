import { randomUUID } from 'node:crypto'
import type { Context, Db } from '../../platform/context.ts'
import { createMailer } from '../../platform/outside/mailer.ts'
import { queueMails, releaseUntriedMail, withdrawUntriedMail } from '../../platform/outside/outgoing-mail.ts'
import { providerId } from '../../shared/organisation/keys.ts'
import type { WrittenLetter } from './letters.ts'

const sendMs = 60_000
/** So long a letter waits in the outbox for the process that sends it past that: twice what a try may take. */
const ownTryMs = 2 * sendMs

/** A mail to service administrators, and its place in the outbox where it has one. */
type Letter = { readonly written: WrittenLetter; readonly addresses: readonly string[]; readonly mailId: number | undefined }

/**
 * Sends letters on the state of the service from this process, past the outbox, since what is ill may be the job that empties that. Each
 * waits in the outbox meanwhile, so that it leaves also where the process ends in the middle, or where the server does not take it.
 */
export const createLetterSender = ({ db, config, clock, log }: Pick<Context, 'db' | 'config' | 'clock' | 'log'>) => {
  const { smtpUrl, mailFrom, roles } = config
  const stopping = new AbortController()

  /** @returns the addresses that the server did not take */
  const sendNow = async ({ written, addresses }: Letter): Promise<readonly string[]> => {
    if (smtpUrl === undefined || addresses.length === 0) return addresses
    const mailer = createMailer({ smtpUrl, mailFrom })
    try {
      const domain = mailFrom.slice(mailFrom.lastIndexOf('@') + 1).replaceAll(/[>\s]/g, '')
      const { refused } = await mailer.send(
        {
          messageId: `<mimamori-operation-${randomUUID()}@${domain}>`,
          recipients: { to: addresses },
          pending: addresses,
          date: clock(),
          ...written,
          file: null,
        },
        AbortSignal.any([stopping.signal, AbortSignal.timeout(sendMs)]),
      )
      return refused.map(({ address }) => address)
    } finally {
      mailer.close()
    }
  }

  return {
    /**
     * Puts a letter into the outbox, in the transaction that notes why it is sent.
     * @returns the letter to be sent
     */
    keep: async (trx: Db, written: WrittenLetter, addresses: readonly string[]): Promise<Letter> => {
      // Where no mail ever leaves none is to wait; a process that does other work does not know of the mail server.
      const hasServer = smtpUrl !== undefined || !roles.includes('jobs')
      if (!hasServer || addresses.length === 0) return { written, addresses: [], mailId: undefined }
      const at = clock()
      const goesAt = smtpUrl === undefined ? at : new Date(at.getTime() + ownTryMs)
      const [mailId] = await queueMails(trx, [
        { at, goesAt, companyId: providerId, recipients: { to: addresses }, urgent: true, ...written },
      ])
      return { written, addresses, mailId }
    },
    /**
     * Sends a letter. What the server does not take leaves by the outbox, where it waits there.
     * @returns whether it need not be sent again
     */
    send: async (letter: Letter): Promise<boolean> => {
      const { addresses, mailId } = letter
      const missed = await sendNow(letter)
      if (mailId === undefined) return missed.length < addresses.length || addresses.length === 0
      const place = { companyId: providerId, mailId }
      if (missed.length === 0) await withdrawUntriedMail(db, place)
      else if (smtpUrl !== undefined) {
        log.warn('the mail server does not take the mail on the state of the service; it waits in the outbox')
        await releaseUntriedMail(db, place, { at: clock(), recipients: { to: missed } })
      }
      return true
    },
    /** Ends what is on its way: it leaves by the outbox. */
    stop: () => stopping.abort(),
  }
}
