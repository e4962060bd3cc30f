import { message } from '@mimamori/contract/messages'
import { notificationChannel, type NotificationChannel } from '@mimamori/contract/notification-channel'
import { useMemo } from 'react'
import { confirm, showFailure } from '../kit/dialogs.ts'
import { useForm } from '../kit/form/use-form.ts'
import { notify } from '../kit/notify.ts'
import { useUnsavedGuard } from '../kit/unsaved-guard.ts'
import { call } from '../platform/api.ts'
import { AnswerError } from '../platform/call-error.ts'
import { queryClient } from '../platform/query.ts'
import { refreshChannels, takeChannel } from './channel-calls.ts'
import { channelFaults } from './channel-faults.ts'
import { changeOf, type ChannelFormValues, draftOfChannel, schemaOf, variantOf } from './channel-draft.ts'

const isStale = (error: unknown) => error instanceof AnswerError && error.status === 412

/** Boxes and choices that cannot be left blank: nothing is to be said of that. */
const alwaysChosen: readonly string[] = ['isEnabled', 'level', 'kinds', 'hours', 'withNames']

/** What is asked before a save that has a cost; undefined where it has none. */
const questionOf = (channel: NotificationChannel, values: ChannelFormValues) => {
  if (channel.isEnabled && !values.isEnabled)
    return {
      body: `「${channel.name}」へ送るのを止めます。緊急も、ここには届かなくなります。設定と送った記録は残り、いつでも使うように戻せます。`,
      verb: '止める',
    }
  if (!channel.withNames && values.withNames)
    return {
      body: `アラートの人の姓と場所が、会社の外の「${channel.name}」へ送られるようになります。読める人を確かめましたか。`,
      verb: '姓を送る',
    }
  return undefined
}

/** The form of a stored channel. */
export const useChannelForm = (channel: NotificationChannel) => {
  const schema = useMemo(() => schemaOf(variantOf(channel), channel), [channel])
  const save = async (values: ChannelFormValues) => {
    const question = questionOf(channel, values)
    if (question !== undefined && !(await confirm(question))) return {}
    try {
      const saved = await call(notificationChannel.update, { body: changeOf(channel, values) })
      notify.success(message('C003'))
      // What was just saved is shown, once nothing of it is unsaved any more.
      queueMicrotask(() => takeChannel(saved))
      return undefined
    } catch (error) {
      const faults = channelFaults(error, variantOf(channel))
      if (faults !== undefined) return faults
      if (!isStale(error)) await showFailure(error)
      else if (await confirm({ body: `${message('C022')}いま入力した内容は失われます。`, verb: '読み込み直す', cancel: '編集に戻る' })) {
        await Promise.all([queryClient.invalidateQueries({ queryKey: [notificationChannel.one.path] }), refreshChannels()])
      }
      return {}
    }
  }
  const form = useForm(`channel-${channel.id}`, {
    schema,
    resource: 'notificationChannel',
    initial: draftOfChannel(channel),
    onSubmit: save,
  })
  useUnsavedGuard(() => form.isDirty())
  return { ...form, required: new Set([...form.required].filter((name) => !alwaysChosen.includes(name))) }
}
