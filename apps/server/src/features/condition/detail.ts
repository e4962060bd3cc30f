import { dayMs } from '@mimamori/contract/day'
import type { HealthDetail } from '@mimamori/contract'
import { ageForLimits, countedMs, heartLimits, unpackState, withoutExpired } from '@mimamori/heat'
import { episodeFor, readEpisodes } from '../alerts/episodes/read.ts'
import { healthRowFor, readHealthRows } from '../../shared/monitoring/workers/health-rows.ts'
import { planFor, seesPersonalLimits } from '../../shared/monitoring/acclimatisation-plan/plan-of-row.ts'
import { readOwnPlan } from '../../shared/monitoring/acclimatisation-plan/read-allowances.ts'
import { seesOwnMeasure } from '../../shared/monitoring/workers/owner.ts'
import { lastAnswer } from '../../shared/monitoring/workers/last-answer.ts'
import { findMinutes, type Minute, minuteItem } from '../../shared/monitoring/workers/minutes.ts'
import { attentionOfRow, daysWithoutExposureOfRow, heatBasisOfRow } from '../../shared/organisation/heat-layers.ts'
import { recordRead } from '../../shared/audit/record-read.ts'
import { readSettingsOf } from '../../shared/settings/settings.ts'
import type { Requester } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'
import { forbidden, notFound } from '../../platform/errors.ts'
import { japanDay, japanDayBefore, japanDayRange, toJapanIso } from '../../platform/japan-time.ts'
import { findEpisodeKeys, findMailMinutes, findPerson, type Person } from './detail-store.ts'

const minuteMs = 60_000
/** A job deletes older reports; none is shown that it has not come to. */
const reportsKeptMs = 30 * dayMs

type Item = HealthDetail['listData'][number]

/** Marks the minutes in which a mail was written; a mail about silence gets a minute of its own. */
const itemsOf = (minutes: readonly Minute[], mails: readonly Date[]): Item[] => {
  const items = new Map(minutes.map((row): [number, Item] => [row.minute.getTime(), { ...minuteItem(row), alertMail: '0' }]))
  for (const mail of mails) {
    const empty = { time: toJapanIso(mail), heartRate: null, excess: null, wbgtValue: null, alertLevel: null, kept: [], clockError: null }
    items.set(mail.getTime(), { ...(items.get(mail.getTime()) ?? empty), alertMail: '1' })
  }
  return [...items].toSorted(([one], [other]) => one - other).map(([, item]) => item)
}

const emergencySettings = {
  level: ['CUMULATIVE_TIME_FOR_EMERGENCY_ALERT_DETECTION', 'LEVEL_OF_MEASURING'],
  limitMinutes: ['CUMULATIVE_TIME_FOR_EMERGENCY_ALERT_DETECTION', 'ACCUMULATED_TIME'],
} as const

/** The worker's accumulated time, and the settings in force at their office. */
const readAccumulated = async (
  { pool, log }: Pick<Context, 'pool' | 'log'>,
  person: Person,
  now: Date,
): Promise<HealthDetail['accumulated']> => {
  const { level, limitMinutes } = await readSettingsOf(
    pool,
    log,
    { companyId: person.company_id, officeId: person.office_id },
    emergencySettings,
  )
  const nowMs = now.getTime()
  const countsMs = person.judge === null ? 0 : countedMs(withoutExpired(unpackState(person.judge), nowMs).state.emergency, nowMs)
  const minutes = Math.floor(countsMs / minuteMs)
  return { minutes, level: level.value, limitMinutes: limitMinutes.value }
}

/**
 * A worker's day, `dayOffset` days back, with their condition now. That somebody else looked at it is on the log.
 * @throws Refusal 404 where the worker is not in scope, 403 where they withdrew their consent
 */
export const readDetail = async (
  { db, pool, log, clock }: Pick<Context, 'db' | 'pool' | 'log' | 'clock'>,
  requester: Requester,
  { userId, dayOffset }: { userId: number; dayOffset: number },
): Promise<HealthDetail> => {
  const { actor } = requester
  const now = clock()
  const person = await findPerson(db, actor, userId)
  if (person === undefined) throw notFound()
  if (person.withdrew_consent) throw forbidden('consentWithdrawn')
  const { company_id: companyId, office_id: officeId, full_name: fullName } = person
  await recordRead({ db, clock }, requester, { screen: 'healthCondition', companyId, officeId, userId, about: { fullName } })
  const date = japanDayBefore(now, dayOffset)
  const range = japanDayRange(date)
  const key = { companyId, userId }
  const [minutes, mails, alertKeys, [current], accumulated, answer, plan] = await Promise.all([
    findMinutes(db, key, range),
    findMailMinutes(db, key, range),
    findEpisodeKeys(db, key, range),
    readHealthRows({ db, pool }, [key], now, 'measured'),
    readAccumulated({ pool, log }, person, now),
    lastAnswer(db, key, new Date(now.getTime() - reportsKeptMs)),
    readOwnPlan(db, { ...key, officeId }, { now, seesPersonalLimits: seesPersonalLimits(actor) }),
  ])
  if (current === undefined) throw notFound()
  const shown = healthRowFor(actor.role, current)
  const episodes = await readEpisodes(db, alertKeys, now)
  const { ageYears, assumed } = ageForLimits(person.date_of_birth, date)
  const seesAttention = seesOwnMeasure(actor.role) && actor.readKey === undefined
  // Without it the reference value is the usual one, which would show it otherwise.
  const ofDay = attentionOfRow(person).filter(([from, to]) => from < range.to.getTime() && to > range.from.getTime())
  const attention = seesAttention ? ofDay : []
  const hasNow = attention.some(([from, to]) => from <= now.getTime() && now.getTime() < to)
  // Of today the value that is judged by now, of a day that is over the stricter one, if it held at all.
  const referenceAt = dayOffset === 0 && !hasNow ? null : (attention[0]?.[0] ?? null)
  return {
    userId,
    fullName: person.full_name,
    furigana: person.furigana,
    affiliation1: person.affiliation1,
    phoneNumber: person.phone_number,
    leaderId: person.leader_id,
    leaderName: person.leader_name,
    groupName: person.group_name,
    leaderContact: person.leader_phone,
    officeId: person.office_id,
    officeName: person.office_name,
    age: assumed ? null : ageYears,
    ageAssumed: assumed,
    date,
    limits: { ...heartLimits(ageYears), ownMean: shown.ownMean, ownPeak: shown.ownPeak },
    referenceWbgt: heatBasisOfRow(person, date, referenceAt).limitWbgt,
    attention: seesAttention ? attention.map(([from, to]) => ({ from: toJapanIso(new Date(from)), to: toJapanIso(new Date(to)) })) : null,
    daysWithoutExposure: daysWithoutExposureOfRow(person, japanDay(now)),
    acclimatisation: plan === null ? null : planFor(actor, userId, plan),
    accumulated,
    lastAnswer: answer,
    now: shown,
    listData: itemsOf(minutes, mails),
    listAlert: episodes.map((episode) => episodeFor(actor, episode)),
  }
}
