import { type BodyOf, type Duty, type duty, type DutyEmployer, type DutyStep, message } from '@mimamori/contract'
import { workingDayAt, workingDayOn } from '@mimamori/heat'
import type { Requester } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'
import { actionOnVersion } from '../../platform/database/versioned.ts'
import { badRequest } from '../../platform/errors.ts'
import { announce } from '../../shared/announcements/announce.ts'
import { savePendingAgain } from '../../shared/duty/pending.ts'
import { findDutyInForce, findLatestDuty, insertDuty, type NewDuty } from '../../shared/duty/versions.ts'
import { lockOffice } from '../../shared/organisation/office-lock.ts'
import { findSite, type Site } from '../../shared/organisation/request-site.ts'
import { writeAudit } from '../../shared/organisation/write-audit.ts'
import { readDuty } from './read-duty.ts'
import { proposeDuty } from './propose.ts'
import { usualProcedures } from '../../shared/duty/usual-procedures.ts'

type Draft = BodyOf<typeof duty.save>

/** Rows that say something; the others were left empty in the form. @throws Refusal 400 for a step of a telephone alone */
const stepsOf = (line: readonly DutyStep[]): DutyStep[] => {
  const nameless = line.findIndex(({ role, name, phone }) => role === '' && name === '' && phone !== null)
  if (nameless >= 0) throw badRequest(message('dutyStepEmpty', { row: nameless + 1 }))
  return line.filter(({ role, name }) => role !== '' || name !== '')
}

/** @throws Refusal 400 where an employer is there twice */
const employersOf = (employers: readonly DutyEmployer[]): DutyEmployer[] => {
  const named = employers.filter(({ affiliation }) => affiliation !== '')
  const seen = new Set<string>()
  for (const { affiliation } of named) {
    if (seen.has(affiliation)) throw badRequest(message('dutyEmployerTwice', { name: affiliation }))
    seen.add(affiliation)
  }
  return named
}

const textsOf = (texts: Duty['texts']): Duty['texts'] =>
  Object.fromEntries(Object.entries(texts).filter(([language, text]) => language !== 'ja' && text.trim() !== ''))

const linesOf = (text: string): string => text.replaceAll('\r\n', '\n').trim()

type Texts = Pick<NewDuty, 'procedures' | 'texts'>

/** The text that the usual one replaces is no text of the site's own, and translations of another text are none of this. */
const procedureOf = (base: Texts, { procedures, texts }: Draft): Texts => {
  const own = procedures === undefined ? base.procedures : procedures === null ? null : linesOf(procedures)
  if (own === null || own === usualProcedures()) return { procedures: null, texts: {} }
  return { procedures: own, texts: texts === undefined ? (own === base.procedures ? base.texts : {}) : textsOf(texts) }
}

/** From when a version is in force: from its working day on, and from now where that has begun. */
const beginOf = (given: string | undefined, { hours }: Site, now: Date): Pick<NewDuty, 'validFrom' | 'startsAt'> => {
  const validFrom = given ?? workingDayAt(now.getTime(), hours).date
  return { validFrom, startsAt: new Date(Math.max(workingDayOn(validFrom, hours).from, now.getTime())) }
}

/**
 * Saves the next version of a site's reporting line and procedures; what the draft leaves out stays as it is in force when the version
 * begins. Without a first working day it begins now, and versions that begin later follow it.
 * @throws Refusal 404 where the site is not the actor's, 412 where somebody else has saved one meanwhile, 400 for a row that cannot be
 */
export const saveDuty = (context: Context, requester: Requester, officeId: number, draft: Draft): Promise<Duty> =>
  context.db.transaction().execute(async (db) => {
    const { actor, address } = requester
    const key = await lockOffice(db, actor, officeId)
    const site = await findSite(db, actor, officeId)
    const now = context.clock()
    const latest = await findLatestDuty(db, key)
    const action = actionOnVersion(draft.version, latest?.version ?? 0)
    const begin = beginOf(draft.validFrom, site, now)
    const inForce = await findDutyInForce(db, key, begin.startsAt)
    const base = inForce ?? { ...(await proposeDuty(db, key)), texts: {} }
    const next = {
      version: (latest?.version ?? 0) + 1,
      ...begin,
      line: stepsOf(draft.line ?? base.line),
      employers: employersOf(draft.employers ?? base.employers),
      ...procedureOf(base, draft),
    }
    await insertDuty(db, key, { ...next, madeAt: now, maker: actor })
    if (draft.validFrom === undefined)
      await savePendingAgain(db, key, { before: base, after: next, version: next.version, isVersion: true, madeAt: now, maker: actor })
    const { startsAt: _, ...after } = next
    const before = inForce === undefined ? undefined : { ...inForce, madeAt: undefined, madeBy: undefined }
    await writeAudit(db, { ...key, at: now, actor, address, action, resource: 'duty', resourceId: officeId, before, after })
    // Those who see the site ask again: everybody is back to not briefed once it is in force.
    await announce(db, { ...key, display: true })
    return readDuty({ ...context, db }, actor, officeId, next.version)
  })
