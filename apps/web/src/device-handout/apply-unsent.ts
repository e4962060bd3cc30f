import { HandOut, wear, type WearDay, type WearerOfDay, WearReturn } from '@mimamori/contract/wear'
import type { StoredAction } from '../platform/action-queue/action-store.ts'
import { isBelt } from './resolve-scan.ts'

/** A person with what the server does not know yet. */
export type ShownWearer = WearerOfDay & { readonly isUnsent: boolean }
export type ShownDay = Omit<WearDay, 'data'> & { readonly data: readonly ShownWearer[] }

const none = { id: null, deviceType: null, serialNumber: null, from: null, to: null, heardAt: null, reason: null } as const

const returned = (row: ShownWearer, at: string): ShownWearer => ({ ...row, to: at, state: 'returned', isUnsent: true })

const handedOut = (day: ShownDay, { input, at }: StoredAction): ShownDay => {
  const { data: draft } = HandOut.safeParse(input.body)
  const device = day.devices.find(
    ({ serialNumber, deviceType }) =>
      serialNumber === draft?.serialNumber && (draft.deviceType === undefined || deviceType === draft.deviceType),
  )
  if (draft === undefined || device === undefined) return day
  const { deviceType, serialNumber } = device
  const giveTo = (row: ShownWearer): ShownWearer => {
    if (row.userId !== draft.userId)
      return row.serialNumber === serialNumber && row.to === null && !isBelt(device)
        ? { ...row, ...none, state: 'notHanded', isUnsent: true }
        : row
    if (isBelt(device)) {
      const { userId, fullName, officeId, groupId } = row
      const belt = { ...none, userId, fullName, officeId, groupId, id: 0, deviceType, serialNumber, from: at }
      return { ...row, belt, isUnsent: true }
    }
    return { ...row, ...none, deviceType, serialNumber, from: at, state: 'worn', isUnsent: true }
  }
  const data = day.data.map(giveTo)
  const former = day.data.find(({ userId }) => userId === draft.userId)
  const formerSerial = isBelt(device) ? former?.belt?.serialNumber : former?.serialNumber
  const devices = day.devices.map((one) => {
    if (one === device) return { ...one, isWorn: true, userId: draft.userId }
    const isFormer = one.serialNumber === formerSerial && isBelt(one) === isBelt(device)
    return isFormer ? { ...one, isWorn: false, userId: null, reason: draft.reason ?? null } : one
  })
  return { ...day, data, devices }
}

const takenBack = (day: ShownDay, { input, at }: StoredAction): ShownDay => {
  const { data: draft } = WearReturn.safeParse(input.body)
  if (draft === undefined) return day
  const isOne = (serial: string | null | undefined) => draft.serialNumber !== undefined && serial === draft.serialNumber
  const isGroup = (groupId: number | null) => draft.groupId != null && groupId === draft.groupId
  const isBeltMeant = draft.deviceType === '2'
  const data = day.data.map((row) => {
    const hasTag = row.serialNumber !== null && row.to === null
    if (hasTag && (isGroup(row.groupId) || (isOne(row.serialNumber) && !isBeltMeant)))
      return { ...returned(row, at), belt: isGroup(row.groupId) ? null : row.belt }
    return row.belt !== null && isOne(row.belt.serialNumber) && draft.deviceType !== '1' ? { ...row, belt: null, isUnsent: true } : row
  })
  const groupOf = new Map(day.data.map(({ userId, groupId }) => [userId, groupId]))
  const devices = day.devices.map((one) =>
    isOne(one.serialNumber) || (one.userId !== null && isGroup(groupOf.get(one.userId) ?? null))
      ? { ...one, isWorn: false, userId: null }
      : one,
  )
  return { ...day, data, devices }
}

/** The list as it will be once what was done here has reached the server. */
export const applyUnsent = (day: WearDay, actions: readonly StoredAction[]): ShownDay => {
  let shown: ShownDay = { ...day, data: day.data.map((row) => ({ ...row, isUnsent: false })) }
  for (const action of actions) {
    if (action.path === wear.handOut.path) shown = handedOut(shown, action)
    if (action.path === wear.takeBack.path) shown = takenBack(shown, action)
  }
  const states = { notHeard: 0, notReturned: 0, notHanded: 0, worn: 0, returned: 0 }
  for (const { state } of shown.data) states[state] += 1
  return { ...shown, states }
}
