import { notificationChannel, type ChannelTestResult, type NotificationChannel } from '@mimamori/contract/notification-channel'
import { useState } from 'react'
import { confirm, showFailure } from '../kit/dialogs.ts'
import { call } from '../platform/api.ts'
import { useSingleMutation } from '../platform/use-single-mutation.ts'
import { refreshChannels } from './channel-calls.ts'

const unsaved = '保存していない変更があります。試しの1件は、保存されている設定で送ります。'

/** Sends a channel one message as a trial, as it is saved. */
export const useChannelTest = ({ id }: Pick<NotificationChannel, 'id'>, isDirty: () => boolean) => {
  const [outcome, setOutcome] = useState<ChannelTestResult>()
  const { mutate, isPending } = useSingleMutation({
    mutationFn: () => call(notificationChannel.test, { params: { id } }),
    onSuccess: setOutcome,
    onError: (error) => void showFailure(error),
    onSettled: () => void refreshChannels(),
  })
  const run = async () => {
    if (isDirty() && !(await confirm({ body: unsaved, verb: 'このまま送る' }))) return
    setOutcome(undefined)
    mutate()
  }
  return { outcome, isPending, run }
}
