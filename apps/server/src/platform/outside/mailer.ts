import { addressKey } from '@mimamori/contract'
import { createTransport, type NodemailerError } from 'nodemailer'
import type { Config } from '../config/config.ts'
import type { MailFile, Recipients } from './outgoing-mail.ts'

/** A mail on its way out. `pending` are those of its recipients who still lack it. */
export type Mail = {
  /** Stays the same over every try, so that a mail sent twice shows once. */
  readonly messageId: string
  readonly recipients: Recipients
  readonly pending: readonly string[]
  /** When it was written. */
  readonly date: Date
  readonly subject: string
  readonly body: string
  readonly html: string | null
  readonly file: MailFile | null
}

/** Why a recipient did not get a mail. `forGood`: the server will never accept it. */
export type Refused = { readonly address: string; readonly reason: string; readonly forGood: boolean }

/** The result of one attempt. `isAway`: no server was reached that could judge the mail. */
export type Outcome = { readonly delivered: readonly string[]; readonly refused: readonly Refused[]; readonly isAway: boolean }

export type Mailer = {
  readonly send: (mail: Mail, signal: AbortSignal) => Promise<Outcome>
  readonly close: () => void
}

/** The most mails that one mailer sends at once. */
export const mailConnections = 5
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000, dnsTimeout: 10_000 }

const reasonOf = (error: NodemailerError): string => (error.response ?? error.message).slice(0, 500)

const sameAddress = (one: string) => (other: string | undefined) => other !== undefined && addressKey(other) === addressKey(one)

// One address and nothing else: the library would read a list, a comment or a name out of anything more, and mail whom nobody wrote down.
const isPlain = (address: string) => /^[^\p{Cc}\s"(),:;<>@[\\\]]+@[^\p{Cc}\s"(),:;<>@[\\\]]+$/u.test(address)

const noAddress = 'no mail address'

/**
 * What an error means for each recipient. Only the server's answers about the recipients or the mail itself fail the
 * mail; a refused sender or password is for the operator to correct, and the mail waits for that.
 */
const outcomeOf = (mail: Mail, error: NodemailerError): Outcome => {
  const isJudged =
    error.responseCode !== undefined && (error.command === 'RCPT TO' || error.command === 'DATA' || error.code === 'EMESSAGE')
  return {
    delivered: [],
    refused: mail.pending.map((address) => {
      const own = error.rejectedErrors?.find(({ recipient }) => sameAddress(address)(recipient)) ?? error
      return { address, reason: reasonOf(own), forGood: isJudged && own.permanent === true }
    }),
    isAway: !isJudged,
  }
}

/** Whether the mail server at SMTP_URL answers and takes the password; nothing is sent. */
export const mailServerAnswers = async (smtpUrl: string): Promise<boolean> => {
  const transport = createTransport({ url: smtpUrl, ...patience })
  try {
    return await transport.verify()
  } catch {
    return false
  } finally {
    transport.close()
  }
}

/** Sends mail over SMTP_URL as MAIL_FROM. A connection carries several mails and ends with the mailer. */
export const createMailer = ({ smtpUrl, mailFrom }: { readonly smtpUrl: string } & Pick<Config, 'mailFrom'>): Mailer => {
  const transport = createTransport({ url: smtpUrl, pool: true, maxConnections: mailConnections, maxRequeues: 0, ...patience })
  // An error of an idle connection; the next attempt to send reports it.
  transport.on('error', () => undefined)
  return {
    send: async (whole, signal) => {
      const mail = { ...whole, pending: whole.pending.filter(isPlain) }
      const unmailable = whole.pending
        .filter((address) => !isPlain(address))
        .map((address) => ({ address, reason: noAddress, forGood: true }))
      if (mail.pending.length === 0) return { delivered: [], refused: unmailable, isAway: false }
      const { to, cc = [], bcc = [] } = mail.recipients
      try {
        const { rejectedErrors = [] } = await transport.sendMail({
          from: mailFrom,
          to: [...to],
          cc: [...cc],
          bcc: [...bcc],
          envelope: { from: mailFrom, to: [...mail.pending] },
          messageId: mail.messageId,
          date: mail.date,
          subject: mail.subject,
          // RFC 3834: answers that a program sends for somebody who is away go to nobody.
          headers: { 'Auto-Submitted': 'auto-generated' },
          text: mail.body,
          ...(mail.html !== null && { html: mail.html }),
          ...(mail.file !== null && {
            attachments: [{ filename: mail.file.name, contentType: mail.file.mediaType, content: Buffer.from(mail.file.content) }],
          }),
          disableFileAccess: true,
          disableUrlAccess: true,
          signal,
        })
        const answered = mail.pending.flatMap((address) => {
          const own = rejectedErrors.find(({ recipient }) => sameAddress(address)(recipient))
          return own === undefined ? [] : [{ address, reason: reasonOf(own), forGood: own.permanent === true }]
        })
        const lacking = new Set(answered.map(({ address }) => address))
        return { delivered: mail.pending.filter((address) => !lacking.has(address)), refused: [...answered, ...unmailable], isAway: false }
      } catch (error) {
        const outcome = outcomeOf(mail, error as NodemailerError)
        return { ...outcome, refused: [...outcome.refused, ...unmailable] }
      }
    },
    close: () => transport.close(),
  }
}
