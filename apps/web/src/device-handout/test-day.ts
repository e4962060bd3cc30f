import { type WearDay, type WearerOfDay, type WornDevice, wearStates } from '@mimamori/contract/wear'

/** A person to whom nothing was handed out, or what else the values make of them. */
export const wearerOf = (values: Partial<WearerOfDay> = {}): WearerOfDay => ({
  id: null,
  userId: 1,
  fullName: '大久保　義男',
  furigana: 'オオクボ　ヨシオ',
  deviceType: null,
  serialNumber: null,
  officeId: 5,
  groupId: 3,
  groupName: '足場班',
  affiliation1: '東鳶興業',
  from: null,
  to: null,
  heardAt: null,
  reason: null,
  state: 'notHanded',
  belt: null,
  formerSerialNumber: null,
  cardCode: null,
  isGuest: false,
  pin: 'noCard',
  pinUntil: null,
  ...values,
})

/** The same of somebody who wears a tag. */
export const wearing = (serialNumber: string, values: Partial<WearerOfDay> = {}): WearerOfDay =>
  wearerOf({ id: 100, deviceType: '1', serialNumber, from: '2026-07-21T06:58:00+09:00', state: 'worn', ...values })

/** A tag that nobody wears, or what else the values make of it. */
export const deviceOf = (values: Partial<WornDevice> = {}): WornDevice => ({
  deviceType: '1',
  serialNumber: '1045',
  battery: 5,
  userId: null,
  isWorn: false,
  reason: null,
  ...values,
})

/** A working day of a site, with the counts of its people. */
export const dayOf = ({ data = [], devices = [] }: Partial<Pick<WearDay, 'data' | 'devices'>> = {}): WearDay => {
  const states = { notHeard: 0, notReturned: 0, notHanded: 0, worn: 0, returned: 0 }
  for (const state of wearStates) states[state] = data.filter((row) => row.state === state).length
  return { data, devices, states, count: data.length, officeId: 5, officeName: '東雲三丁目', date: '2026-07-21' }
}
