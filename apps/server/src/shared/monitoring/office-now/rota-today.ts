import { rotaStep, type RotaToday } from '@mimamori/contract'
import type { Context } from '../../../platform/context.ts'
import { japanDay, toJapanIso } from '../../../platform/japan-time.ts'
import { findGaps, findUnplannedWeeks, gapNoticeDays } from '../../duty-rota/gaps.ts'
import { readRota } from '../../duty-rota/read-rotas.ts'
import { dayAfter, shiftAt, shiftRange } from '../../duty-rota/shifts.ts'
import type { OfficeKey } from '../../organisation/keys.ts'
import { readSettingsOf } from '../../settings/settings.ts'

const wantedSettings = { steps: ['ESCALATION_SETTING', 'STEPS'] } as const

/** Who is on duty at a site, and what of its rota is empty; null where the rota is no step of the escalation. */
export const readRotaToday = async (
  { db, pool, log }: Pick<Context, 'db' | 'pool' | 'log'>,
  office: OfficeKey,
  now: Date,
): Promise<RotaToday | null> => {
  const { steps } = await readSettingsOf(pool, log, office, wantedSettings)
  if (!steps.value.includes(rotaStep)) return null
  const today = japanDay(now)
  const rota = await readRota(db, office, { from: dayAfter(today, -1), to: dayAfter(today, gapNoticeDays + 1) })
  const on = shiftAt(now, rota.hours)
  const { from, to } = shiftRange(on, rota.hours)
  const [nextGap, ...others] = findGaps(rota, now)
  const people = rota.slotsOf(on.date, on.shift).map(({ place, fullName, gap }) => ({ place, name: gap === null ? fullName : null }))
  return {
    onDuty: rota.isPlanned(on.date) ? { shift: on.shift, from: toJapanIso(from), to: toJapanIso(to), people } : null,
    nextGap: nextGap === undefined ? null : { date: nextGap.date, shift: nextGap.shift, place: nextGap.slot.place },
    gapCount: nextGap === undefined ? 0 : others.length + 1,
    unplannedWeek: findUnplannedWeeks(rota, now)[0] ?? null,
  }
}
