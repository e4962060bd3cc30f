import type { OutboxMail } from '@mimamori/contract/outbox-mail'

/** Everybody a mail is for. */
export const everybodyOf = ({ to, cc, bcc }: OutboxMail): string[] => [...to, ...cc, ...bcc]

/** Who would get the mail if it were sent again: those who refused it, and everybody of one that still waits. */
export const lackingOf = (mail: OutboxMail): string[] =>
  mail.refused.length > 0 ? mail.refused.map(({ address }) => address) : everybodyOf(mail)
