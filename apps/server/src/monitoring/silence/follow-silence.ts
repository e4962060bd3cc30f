import type { Ending } from '@mimamori/contract'
import { sql } from 'kysely'
import type { OfficeKey } from '../../organisation/keys.ts'
import type { Db } from '../../platform/context.ts'
import { endEpisodes } from '../episodes/end.ts'
import { followJudge } from '../episodes/follow-judge.ts'
import { retellEpisodes } from '../episodes/retell.ts'
import { setHandling } from '../episodes/set-handling.ts'
import { isSettled, lineChanges } from './changes.ts'
import { ofTheseOffices, type OpenLine } from './open-lines.ts'
import { findWatchedOffices } from './watched-offices.ts'

/** Nobody else changes the lines of silence of these offices until the transaction ends. Locked before people and episodes. */
export const lockSilence = async (db: Db, offices: readonly OfficeKey[]): Promise<void> => {
  await sql`
    select from office o where ${ofTheseOffices(offices, { company: 'o.company_id', office: 'o.office_id' })}
     order by o.company_id, o.office_id for no key update`.execute(db)
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
 * @param by who signed people off: the lines in which nobody else stands are closed by them
 */
export const followLockedSilence = async (
  db: Db,
  offices: readonly OfficeKey[],
  now: Date,
  by: SigningOff | null = null,
): Promise<void> => {
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

/** The same of every office where they do not stand as they should. */
export const followSilence = async (db: Db, now: Date): Promise<void> => {
  const watched = await findWatchedOffices(db, now)
  const unsettled = watched.filter((office) => !isSettled(lineChanges(office, now.getTime())))
  if (unsettled.length === 0) return
  await lockSilence(db, unsettled)
  // Read again under the lock: meanwhile somebody may have been heard, or their silence quieted.
  await followLockedSilence(db, unsettled, now)
}
