import type { Config } from '../config/config.ts'

/** Names that mean nobody outside this machine or this network: a push service could not write to them. */
const isReachable = (host: string): boolean =>
  host.includes('.') &&
  !/(?:^|\.)(?:localhost|local|localdomain|internal|lan|test|invalid|example)$/i.test(host) &&
  !/^[\d.:[\]]+$/.test(host)

/**
 * Whom a push service may write to about this product (RFC 8292: the subject), real or none: the mailbox of MAIL_FROM, else
 * PUBLIC_URL over HTTPS. Apple's refuses notices without one.
 */
export const pushSubject = ({ mailFrom, publicUrl }: Pick<Config, 'mailFrom' | 'publicUrl'>): string | undefined => {
  const mailbox = /([^\s<>@]+@([^\s<>@]+))>?\s*$/.exec(mailFrom)
  if (mailbox?.[1] !== undefined && isReachable(mailbox[2] ?? '')) return `mailto:${mailbox[1]}`
  if (publicUrl === undefined) return undefined
  const { protocol, hostname, origin } = new URL(publicUrl)
  return protocol === 'https:' && isReachable(hostname) ? origin : undefined
}
