import type { PlannedRest, Rest } from '@mimamori/contract/rest'

/** A rest by a leader's word that lasts since 13:42, or what else the values make of it. */
export const restOf = (values: Partial<Rest> = {}): Rest => ({
  id: values.userId ?? 1,
  userId: 1,
  fullName: '大久保　義男',
  groupId: 3,
  from: '2026-07-21T13:42:00+09:00',
  to: null,
  source: 'leader',
  due: 30,
  taken: 0,
  sentAt: '2026-07-21T13:42:00+09:00',
  arrivedAt: null,
  placeName: null,
  notResting: false,
  phoneNumber: null,
  ...values,
})

/** The plan of a group from 11 o'clock on, minutes of each hour. */
export const plannedOf = ({
  hours,
  ...group
}: Pick<PlannedRest, 'groupId' | 'groupName'> & { readonly hours: readonly (number | null)[] }): PlannedRest => ({
  ...group,
  hours: hours.map((plannedMinutes, index) => ({ hour: 11 + index, at: `2026-07-21T${11 + index}:00:00+09:00`, plannedMinutes })),
})
