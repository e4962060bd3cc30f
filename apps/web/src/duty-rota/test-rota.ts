import type { DutyRota, RotaPlace } from '@mimamori/contract/duty-rota'
import { dayAfter } from '@mimamori/contract/rota-pattern'

const monday = '2026-07-20'
const names = ['西田　光', '岩本　鉄男', '川口　涼', '山岸　恵子']

/** Somebody of the tests' site, 1 to 4. */
export const nameOf = (userId: number): string => names[userId - 1] ?? ''

/** A place of the day shift so many days after Monday, at which somebody is, or nobody. */
export const placeOf = (day: number, place: number, userId: number | null, values: Partial<RotaPlace> = {}): RotaPlace => ({
  date: dayAfter(monday, day),
  shift: 'day',
  place,
  userId,
  fullName: userId === null ? null : nameOf(userId),
  gap: userId === null ? 'empty' : null,
  override: null,
  isNow: false,
  ...values,
})

/** A week whose Tuesday is today, far ahead, so that no shift of it is over. */
export const rotaOf = (values: Partial<DutyRota> = {}): DutyRota => {
  const shift = (weeks: number) => dayAfter(monday, weeks * 7)
  return {
    officeId: 1,
    officeName: '東雲三丁目',
    version: 3,
    isStep: true,
    isEditable: true,
    shifts: { dayFrom: '06:00', nightFrom: '20:00', dayPlaces: 2, nightPlaces: 1 },
    week: { from: monday, to: dayAfter(monday, 6), isPlanned: true },
    nextWeek: { from: shift(1), to: dayAfter(shift(1), 6), isPlanned: false },
    days: [0, 1, 2, 3, 4, 5, 6].map((day) => ({
      date: dayAfter(monday, day),
      holiday: day === 0 ? '海の日' : null,
      isOff: day === 0 || day === 6,
      isToday: day === 1,
    })),
    places: [],
    overrides: [],
    now: { at: '2026-07-21T13:42:00+09:00', date: '2026-07-21', shift: 'day', isPlanned: true, calls: [] },
    gaps: [],
    unplannedWeeks: [],
    own: [],
    candidates: [1, 2, 3, 4].map((userId) => ({
      userId,
      fullName: nameOf(userId),
      furigana: '',
      role: 'GroupLeader',
      groupName: '足場班',
    })),
    ...values,
  }
}
