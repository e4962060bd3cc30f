import type { UnreachedReason } from '@mimamori/contract'
import { sql } from 'kysely'
import type { Config } from '../../../platform/config/config.ts'
import type { Db } from '../../../platform/context.ts'
import { addressKeyOf } from '../../../platform/outside/outgoing-mail.ts'
import { readPushReaders } from '../../../platform/outside/outgoing-push.ts'
import type { Person } from './people.ts'
import type { Notice } from './post.ts'

/** What of the configuration decides who can be reached. */
export type ReachConfig = Pick<Config, 'smtpUrl' | 'publicUrl' | 'mailFrom'>

/** Of these the last mail was refused for good by everybody it was for. */
const readRefusing = async (db: Db, companyId: number, keys: readonly string[]): Promise<Set<string>> => {
  const { rows } = await sql<{ address_key: string }>`
    select k.address_key from unnest(${keys}::text[]) as k (address_key)
      join lateral (
        select m.failed_at from outbox_mail m
         where m.company_id = ${companyId} and m.address_key = k.address_key
           and (m.sent_at is not null or (m.failed_at is not null and m.refused <> '[]'))
         order by m.created_at desc, m.mail_id desc limit 1) last on last.failed_at is not null`.execute(db)
  return new Set(rows.map(({ address_key }) => address_key))
}

/** The addresses of these, each list that of one mail, that a mail reaches: it can leave, and they did not refuse the last one for good. */
const readTaking = async (
  db: Db,
  { smtpUrl }: Pick<Config, 'smtpUrl'>,
  companyId: number,
  mails: readonly (readonly string[])[],
): Promise<(addresses: readonly string[]) => boolean> => {
  if (smtpUrl === undefined) return () => false
  const keyOf = (addresses: readonly string[]) => addressKeyOf({ to: addresses })
  const refusing = await readRefusing(db, companyId, [...new Set(mails.map(keyOf))])
  return (addresses) => !refusing.has(keyOf(addresses))
}

/** Whether one mail to these addresses would reach somebody now. */
export const isMailTaken = async (
  db: Db,
  config: Pick<Config, 'smtpUrl'>,
  companyId: number,
  addresses: readonly string[],
): Promise<boolean> => addresses.length > 0 && (await readTaking(db, config, companyId, [addresses]))(addresses)

/**
 * The alerts that somebody is reached about by these notices: by a browser, or by a mail that can leave, to addresses that did
 * not refuse the last one for good.
 */
export const alertsReached = async (
  db: Db,
  config: Pick<Config, 'smtpUrl'>,
  companyId: number,
  notices: readonly Notice[],
): Promise<Set<number>> => {
  const mails = notices.filter(({ channel }) => channel === 'mail').map(({ subject, addresses = [] }) => ({ subject, addresses }))
  const isTaking = await readTaking(
    db,
    config,
    companyId,
    mails.map(({ addresses }) => addresses),
  )
  return new Set([
    ...notices.filter(({ channel }) => channel === 'push').map(({ subject }) => subject.alert.alert_id),
    ...mails.filter(({ addresses }) => isTaking(addresses)).map(({ subject }) => subject.alert.alert_id),
  ])
}

type Reachable = Pick<Person, 'user_id' | 'email'>

/** By which ways each of some people is reached now. */
export type Reach = {
  readonly byPush: (person: Reachable) => boolean
  readonly byMail: (person: Reachable) => boolean
  /** Null where something reaches them, else why nothing does. */
  readonly unreached: (person: Reachable) => UnreachedReason | null
}

/**
 * Which of these people personal notices reach: a notice in a browser, or a mail to their account. The one
 * answer for the escalation, which passes on where it reaches nobody, and for the question in advance whom it would reach.
 */
export const readReach = async (
  { db, config }: { readonly db: Db; readonly config: ReachConfig },
  companyId: number,
  people: readonly Reachable[],
  now: Date,
): Promise<Reach> => {
  const readers = await readPushReaders(
    { db, config },
    companyId,
    people.map(({ user_id }) => user_id),
    now,
  )
  const isTaking = await readTaking(
    db,
    config,
    companyId,
    people.flatMap(({ email }) => (email === null ? [] : [[email]])),
  )
  const byPush = ({ user_id }: Reachable) => readers.has(user_id)
  return {
    byPush,
    byMail: ({ email }) => email !== null && isTaking([email]),
    unreached: (person) => {
      if (byPush(person)) return null
      if (person.email === null) return 'noAddress'
      if (config.smtpUrl === undefined) return 'noMailSender'
      return isTaking([person.email]) ? null : 'refused'
    },
  }
}

/** Whether at least one of these people is reached. */
export const isAnyReached = (people: readonly Reachable[], { unreached }: Reach): boolean =>
  people.some((person) => unreached(person) === null)
