import { afterAll, beforeAll, expect, it } from 'vitest'
import { everybody, type Recipients } from '../../src/platform/outside/outgoing-mail.ts'
import { createTestContext } from '../../src/platform/test-context.ts'
import { type PredictedEpisode, predictEpisodes } from './predicted-episodes.ts'
import { predictMails, noticeText } from './predicted-mails.ts'
import { answers, groupOf, minuteOf } from './script.ts'
import { type Played, play } from './play.ts'
import { openSite, type Site } from './site.ts'
import type { TableRow } from '../../src/platform/database/table-row.ts'

let product: Awaited<ReturnType<typeof createTestContext>>
let site: Site
let played: Played
const predicted = predictEpisodes()

beforeAll(async () => {
  product = await createTestContext()
  site = await openSite(product.context)
  played = await play(product, site)
}, 600_000)
afterAll(() => product.drop())

const numberOf = (userId: number | null) => (userId === null ? null : (site.numberOf.get(userId) ?? -1))
const subject = (kind: string, number: number | null) => `${kind} of ${number ?? 'the site'}`

const count = (kind: PredictedEpisode['kind']) => predicted.filter((episode) => episode.kind === kind).length

it('has something to prove: people who race, race again, are in an emergency and cannot be read, and heat that comes and goes', () => {
  expect(count('condition')).toBeGreaterThan(60)
  expect(count('emergency')).toBeGreaterThan(8)
  expect(count('noHeartRate')).toBeGreaterThan(6)
  expect(predicted.filter(({ kind }) => kind === 'siteHeat').map(({ from, to }) => [from, to])).toEqual([[25, 70]])
  expect(new Set(predicted.flatMap(({ happenings }) => happenings.map(({ event }) => event))).size).toBe(4)
})

it('lists every episode that the judge foretells once, with its times and its highest level', () => {
  const text = (kind: string, number: number | null, from: number, to: number | null, level: number | null) =>
    `${subject(kind, number)} ${from}–${to ?? ''} level ${level ?? '-'}`
  const shown = played.list.map(({ kind, userId, startedAt, endedAt, alertLevel }) =>
    text(kind, numberOf(userId), minuteOf(Date.parse(startedAt)), endedAt === null ? null : minuteOf(Date.parse(endedAt)), alertLevel),
  )
  const expected = predicted.map(({ kind, number, from, to, happenings }) => {
    const levels = happenings.flatMap(({ event, level }) => (event === 'ended' || level === null ? [] : [level]))
    const level = levels.length === 0 ? null : to === null ? (levels.at(-1) ?? null) : Math.max(...levels)
    return text(kind, number, from, to, level)
  })
  expect(shown.toSorted()).toEqual(expected.toSorted())
})

it('keeps of each the history of its levels, rise by rise', async () => {
  const { rows } = await product.context.pool.query<{
    kind: string
    user_id: number | null
    event: string
    level: number | null
    at: Date
  }>(
    `select a.kind, a.user_id, e.event, e.level, e.at
       from alert_event e join alert a on a.company_id = e.company_id and a.alert_id = e.alert_id
      where e.event in ('opened', 'raised', 'lowered')`,
  )
  const recordTexts = rows.map(
    ({ kind, user_id, event, level, at }) => `${subject(kind, numberOf(user_id))} ${event} ${minuteOf(at)} level ${level ?? '-'}`,
  )
  const expected = predicted.flatMap(({ kind, number, happenings }) =>
    happenings.flatMap(({ minute, event, level }) =>
      event === 'ended' ? [] : [`${subject(kind, number)} ${event} ${minute} level ${level ?? '-'}`],
    ),
  )
  expect(recordTexts.toSorted()).toEqual(expected.toSorted())
})

it('lets two leaders who acknowledge at once see the same one of them', async () => {
  expect(played.answered.length).toBeGreaterThan(20)
  expect(played.answered.filter(({ by }) => by[0] === null || by[0] !== by[1])).toEqual([])
  const { rows } = await product.context.pool.query<TableRow<'alert_event', 'alert_id'>>(
    "select alert_id from alert_event where event = 'acknowledged' order by alert_id",
  )
  // What grew worse after that was called again, and acknowledged once more.
  expect(rows.map(({ alert_id }) => alert_id)).toEqual(played.answered.map(({ alertId }) => alertId).toSorted((a, b) => a - b))
  const groups = new Set(
    played.list.filter(({ handling }) => handling === 'acknowledged').map(({ userId }) => groupOf(numberOf(userId) ?? 0)),
  )
  expect([...groups].toSorted((a, b) => a - b)).toEqual([...new Set(answers.map(({ group }) => group))].toSorted((a, b) => a - b))
})

it('sends mails about them exactly as the settings say', async () => {
  const { rows } = await product.context.pool.query<
    Omit<Parameters<typeof noticeText>[0], 'number' | 'minute'> & { user_id: number | null; at: Date }
  >(
    `select a.kind, a.user_id, n.occasion, n.step, n.level, n.at, n.addresses
       from alert_notice n join alert a on a.company_id = n.company_id and a.alert_id = n.alert_id
      where n.channel in ('mail', 'none')`,
  )
  const sentTexts = rows.map((row) => noticeText({ ...row, number: numberOf(row.user_id), minute: minuteOf(row.at) }))
  expect(sentTexts.toSorted()).toEqual(predictMails(predicted))
})

type Mail = {
  mail_id: number
  created_at: Date
  recipients: Recipients
  digest: unknown
  body: string
  notices: number
  urgent: boolean
  key: string
  /** Not needed any more when its turn came: it was settled, and sent to nobody. */
  settled: boolean
  /** It says only that nobody has answered, and by now somebody has, it is over, or a later mail to the same addresses says so. */
  outdated: boolean
}

const mails = async () => {
  const { rows } = await product.context.pool.query<Mail>(
    `select m.mail_id, m.created_at, m.recipients, m.digest, m.body, m.address_key as key, count(n.notice_id)::int as notices,
            coalesce(bool_and(a.kind = 'emergency'), false) as urgent, m.failed_at is not null and m.refused = '[]' as settled,
            bool_and(n.occasion = 'escalated' and (a.handling <> 'open' or a.ended_at is not null or exists (
              select from alert_notice l join outbox_mail o on o.company_id = l.company_id and o.mail_id = l.mail_id
               where l.alert_id = n.alert_id and l.occasion = 'escalated' and l.mail_id > m.mail_id and o.address_key = m.address_key))) as outdated
       from outbox_mail m
       left join alert_notice n on n.company_id = m.company_id and n.mail_id = m.mail_id
       left join alert a on a.company_id = n.company_id and a.alert_id = n.alert_id
      group by m.company_id, m.mail_id`,
  )
  return rows
}

it('brings each mail to each of its addresses but what is out of date, though the mail server and a server were away', async () => {
  const received = played.mailboxes.flatMap((mailbox) => mailbox.received)
  expect(played.mailboxes.map((mailbox) => mailbox.received.length > 20)).toEqual([true, true])
  const byMail = Map.groupBy(received, ({ source }) => Number(/^Message-ID: <mimamori-(\d+)-/im.exec(source)?.[1]))
  const all = await mails()
  const wrong = all.filter(({ mail_id, recipients, settled, outdated }) => {
    const got = new Set((byMail.get(mail_id) ?? []).flatMap(({ to }) => to))
    if (settled) return !outdated || got.size > 0
    return everybody(recipients).toSorted().join() !== [...got].toSorted().join()
  })
  expect(wrong.map(({ mail_id }) => mail_id)).toEqual([])
  expect(all.filter(({ settled }) => settled).length).toBeGreaterThan(100)
  expect([...byMail.keys()].length).toBe(all.filter(({ settled }) => !settled).length)
  // What was under way when a server died may come twice, known by its number; nothing else does.
  const twice = [...byMail.values()].filter((copies) => copies.length > 1)
  expect(twice.length).toBeLessThanOrEqual(10)
})

it('writes in each mail what its record says, and floods nobody', async () => {
  const all = await mails()
  const linesOf = ({ body }: Mail) => body.match(/UserId=\d+|home\?OfficeId=/g)?.length ?? 0
  expect(all.filter((mail) => linesOf(mail) !== mail.notices).map(({ mail_id }) => mail_id)).toEqual([])
  expect(all.some(({ notices }) => notices > 5)).toBe(true)
  const single = all.filter(({ digest, urgent }) => digest === null && !urgent)
  const perMinute = Map.groupBy(single, ({ key, created_at }) => `${key} ${created_at.getTime()}`)
  expect([...perMinute].filter(([, own]) => own.length > 5).map(([when, own]) => `${own.length} to ${when}`)).toEqual([])
})
