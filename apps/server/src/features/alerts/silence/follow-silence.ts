import type { Ending } from '@mimamori/contract'
import { sql } from 'kysely'
import type { Db } from '../../../platform/context.ts'
import type { TenantFilter } from '../../../shared/organisation/tenant-filter.ts'
import { endEpisodes } from '../episodes/end.ts'
import { followJudge } from '../episodes/follow-judge.ts'
import { retellEpisodes } from '../episodes/retell.ts'
import { setHandling } from '../episodes/set-handling.ts'
import { isSettled, lineChanges } from './changes.ts'
import { type Offices, ofThese, type OpenLine } from './open-lines.ts'
import { findWatchedOffices } from './watched-offices.ts'

/** Nobody else changes the lines of silence of these offices until the transaction ends. Locked before people and episodes. */
export const lockSilence = async (db: Db, offices: Offices): Promise<void> => {
  await sql`
    select from office o where ${ofThese(offices, 'o')}
     order by o.office_id for no key update`.execute(db)
}

const endLines = async (db: Db, lines: readonly OpenLine[], ending: Ending, now: Date) => {
  for (const [companyId, own] of Map.groupBy(lines, (line) => line.companyId))
    await endEpisodes(db, companyId, sql`a.alert_id = any(${own.map(({ alertId }) => alertId)}::int[])`, ending, now)
}

/** Who says that people went home, and when. */
export type SigningOff = { readonly userId: number; readonly userName: string; readonly at: Date }

const endOver = async (db: Db, lines: readonly OpenLine[], now: Date, by: SigningOff | null) => {
  if (by === null) return endLines(db, lines, 'lost', now)
  await setHandling(db, lines, { handling: 'closed', outcome: 'sentHome', note: '作業終了' }, by)
}

/**
 * Opens, retells and ends the lines of silence of these offices, whose silence is locked.
 * @param by who signed people off: the lines that name nobody else are closed by them
 */
export const followLockedSilence = async (db: Db, offices: Offices, now: Date, by: SigningOff | null = null): Promise<void> => {
  const watched = await findWatchedOffices(db, now, offices)
  const changes = watched.map((office) => lineChanges(office, now.getTime()))
  const recovered = changes.flatMap((change) => change.recovered)
  await endLines(db, recovered, 'recovered', now)
  const over = changes.flatMap((change) => change.over)
  await endOver(db, over, now, by)
  const retold = changes.flatMap((change) => change.retold)
  await retellEpisodes(db, retold)
  const opening = changes.flatMap((change) => change.opening)
  await followJudge(db, opening)
}

/** The offices, of these companies, whose lines of silence are not up to date; by company. */
export const findUnsettled = async (db: Db, now: Date, companies: TenantFilter): Promise<Offices[]> => {
  const watched = await findWatchedOffices(db, now, companies)
  const unsettled = watched.filter((office) => !isSettled(lineChanges(office, now.getTime())))
  return [...Map.groupBy(unsettled, (office) => office.companyId)].map(([companyId, own]) => ({
    companyId,
    officeIds: own.map(({ officeId }) => officeId),
  }))
}

/** Brings the lines of silence of these offices up to date. */
export const followSilence = async (db: Db, offices: Offices, now: Date): Promise<void> => {
  await lockSilence(db, offices)
  // Read again under the lock: meanwhile somebody may have been heard, or their silence quieted.
  await followLockedSilence(db, offices, now)
}
