import { rotaPlaceText, rotaShifts } from '@mimamori/contract'
import type { Actor } from '../../platform/http/route.ts'
import type { Rota, RotaSlot } from '../../shared/duty-rota/read-rotas.ts'
import { type DatedShift, shiftAt, shiftRange, weekDays } from '../../shared/duty-rota/shifts.ts'
import type { OfficeKey } from '../../shared/organisation/keys.ts'
import { readReaders, type Sender, sendRotaNotice } from './send-rota-notice.ts'

type Change = {
  readonly date: string
  readonly shift: DatedShift['shift']
  readonly place: number
  readonly from?: RotaSlot
  readonly to?: RotaSlot
}

const changesOf = (before: Rota, earlier: DatedShift, after: Rota, later: DatedShift): Change[] => {
  const from = before.slotsOf(earlier.date, earlier.shift)
  const to = after.slotsOf(later.date, later.shift)
  return Array.from({ length: Math.max(from.length, to.length) }, (_, index) => ({
    ...later,
    place: index + 1,
    ...(from[index] !== undefined && { from: from[index] }),
    ...(to[index] !== undefined && { to: to[index] }),
  })).filter(({ from: one, to: other }) => (one?.userId ?? null) !== (other?.userId ?? null))
}

/**
 * Notifies of a saved week those who cannot wait to read it: who is at a place of the shift that is on, or is no longer, and for whom a
 * substitute was dropped with the plan, and that substitute. Never who saved it.
 */
export const notifyOfPlan = async (
  sender: Sender,
  { office, at, actor }: { readonly office: OfficeKey; readonly at: Date; readonly actor: Actor },
  { before, after, monday }: { readonly before: Rota; readonly after: Rota; readonly monday: string },
): Promise<void> => {
  const on = shiftAt(at, after.hours)
  const ofWeek = weekDays(monday)
    .flatMap((date) => rotaShifts.map((shift): DatedShift => ({ date, shift })))
    .filter((one) => shiftRange(one, after.hours).to > at && (one.date !== on.date || one.shift !== on.shift))
    .flatMap((one) => changesOf(before, one, after, one))
    .filter(({ from, to }) => from !== undefined && from.override !== null && to?.override === null)
  for (const { from, to, ...place } of [...changesOf(before, shiftAt(at, before.hours), after, on), ...ofWeek]) {
    const concerned = [from?.userId, to?.userId].filter((id) => id !== null && id !== undefined && id !== actor.userId)
    const fullName = to?.fullName ?? null
    await sendRotaNotice(sender, await readReaders(sender.db, office.companyId, concerned), {
      office,
      at,
      title: `${rotaPlaceText(place)}は${fullName === null ? '空き' : `${fullName}さん`}`,
      body: `${actor.fullName}さんが担当表を変えました。${from?.fullName == null ? '' : `これまでは${from.fullName}さんでした。`}`,
    })
  }
}
