import type { Db } from '../../../platform/context.ts'
import { readRotas } from '../../../shared/duty-rota/read-rotas.ts'
import { shiftAt } from '../../../shared/duty-rota/shifts.ts'
import { japanDay } from '../../../platform/japan-time.ts'
import { dayAfter } from '../../../shared/duty-rota/shifts.ts'
import type { RotaOnDuty } from './plan.ts'

/** The places of the shift that is on at each of the sites of a company. */
export const readOnDuty = async (db: Db, companyId: number, officeIds: readonly number[], now: Date): Promise<Map<number, RotaOnDuty>> => {
  if (officeIds.length === 0) return new Map()
  const today = japanDay(now)
  // Before the day begins, the night of yesterday is on.
  const rotas = await readRotas(db, companyId, officeIds, { from: dayAfter(today, -1), to: today })
  return new Map(
    [...rotas].map(([officeId, rota]) => {
      const { date, shift } = shiftAt(now, rota.hours)
      return [officeId, rota.isPlanned(date) ? rota.slotsOf(date, shift) : null]
    }),
  )
}

/** Whom `readPeople` has to read besides, for the rota. */
export type WithRota = { readonly userIds: readonly number[]; readonly officeIds: readonly number[] }

/** Those on duty, and of sites with an empty place all leaders. */
export const peopleOnDuty = (onDuty: ReadonlyMap<number, RotaOnDuty>): WithRota => ({
  userIds: [...onDuty.values()]
    .flatMap((slots) => slots ?? [])
    .flatMap(({ userId, gap }) => (gap === null && userId !== null ? [userId] : [])),
  officeIds: [...onDuty].flatMap(([officeId, slots]) => (slots?.some(({ gap }) => gap !== null) === true ? [officeId] : [])),
})
