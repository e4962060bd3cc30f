import type { AnswerOf } from '@mimamori/contract/endpoint'
import { type SwapReason, wear, type WearerOfDay, type WornDevice } from '@mimamori/contract/wear'
import { showFailure } from '../kit/dialogs.ts'
import { notify } from '../kit/notify.ts'
import { ownActions, performAction } from '../platform/action-queue/own-actions.ts'
import type { ActionResult } from '../platform/action-queue/action-queue.ts'
import { queryClient } from '../platform/query.ts'

/** What was done, as the screen shows it, with the way to undo it. */
export type DoneAction = { readonly isUnsent: boolean; readonly undo: () => Promise<void> }

type Person = Pick<WearerOfDay, 'userId' | 'fullName'>
type Device = Pick<WornDevice, 'deviceType' | 'serialNumber'>
type HandOutOptions = { readonly replace?: boolean; readonly reason?: SwapReason | undefined }

/** What can be done on the screen. Each answers undefined where it was refused, which is said in a dialog. */
export type HandoutActions = {
  readonly handOut: (device: Device, person: Person, options?: HandOutOptions) => Promise<DoneAction | undefined>
  readonly takeBack: (device: Device, person: Person | undefined) => Promise<DoneAction | undefined>
  readonly takeBackGroup: (groupId: number, groupName: string) => Promise<boolean>
}

// The list shows what is now before the next scan, and a refusal shows why.
const refresh = () => queryClient.invalidateQueries({ queryKey: [wear.day.path] })

const attempt = async (work: () => Promise<ActionResult>): Promise<ActionResult | undefined> => {
  try {
    const result = await work()
    if (result.state === 'sent') await refresh()
    return result
  } catch (error) {
    await Promise.all([refresh(), showFailure(error)])
    return undefined
  }
}

const undoBy = async (work: () => Promise<unknown>): Promise<void> => {
  try {
    await work()
    notify.success('取り消しました。')
  } catch (error) {
    await showFailure(error)
  }
  await refresh()
}

const doneOf = (result: ActionResult, undoSent: (answer: unknown) => Promise<unknown>): DoneAction => ({
  isUnsent: result.state === 'unsent',
  undo: () => undoBy(() => (result.state === 'unsent' ? ownActions.remove(result.id) : undoSent(result.answer))),
})

/** The screen's actions at a site. */
export const handoutActions = (officeId: number): HandoutActions => {
  const give = (device: Device, person: Person, { replace, reason }: HandOutOptions = {}) =>
    performAction({
      path: wear.handOut.path,
      title: `「${device.serialNumber}」を${person.fullName}さんに渡した`,
      body: {
        officeId,
        deviceType: device.deviceType,
        serialNumber: device.serialNumber,
        userId: person.userId,
        ...(replace === true && { replace: true }),
        ...(reason !== undefined && { reason }),
      },
    })
  const takeBack = (device: Device) =>
    performAction({
      path: wear.takeBack.path,
      title: `「${device.serialNumber}」の返却`,
      body: { officeId, deviceType: device.deviceType, serialNumber: device.serialNumber },
    })
  const undoHandOut = (device: Device) => (answer: unknown) => {
    const { id } = answer as AnswerOf<typeof wear.handOut>
    return performAction({ path: wear.undo.path, title: `「${device.serialNumber}」の貸出の取り消し`, params: { id }, body: {} })
  }
  return {
    handOut: async (device, person, options) => {
      const result = await attempt(() => give(device, person, options))
      return result === undefined ? undefined : doneOf(result, undoHandOut(device))
    },
    takeBack: async (device, person) => {
      const result = await attempt(() => takeBack(device))
      return result === undefined ? undefined : doneOf(result, () => (person === undefined ? Promise.resolve() : give(device, person)))
    },
    takeBackGroup: async (groupId, groupName) => {
      const title = `${groupName}の全員の返却`
      return (await attempt(() => performAction({ path: wear.takeBack.path, title, body: { groupId } }))) !== undefined
    },
  }
}
