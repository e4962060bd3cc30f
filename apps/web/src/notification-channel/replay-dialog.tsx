import { japanTime } from '@mimamori/contract/time-words'
import { replayDays, webhook } from '@mimamori/contract/webhook'
import { Input } from 'antd'
import { useState } from 'react'
import { z } from 'zod'
import { Field } from '../kit/form/field.tsx'
import { text } from '../kit/form/text-field.tsx'
import type { FormState } from '../kit/form/use-form.ts'
import { notify } from '../kit/notify.ts'
import { DraftDialog, DraftNote } from '../organisation/panels/draft-dialog.tsx'
import { call } from '../platform/api.ts'
import { refreshChannels } from './channel-calls.ts'

/** Minutes in Japan, as a browser's own control writes them: 2026-07-20T13:05. */
const Minute = z.string().min(1)
const Range = z.object({ from: Minute, to: Minute }).refine(({ from, to }) => from < to, { path: ['to'], params: { rule: 'replayRange' } })

const instantOf = (minute: string) => `${minute.slice(0, 16)}:00+09:00`
const minuteOf = (at: number) => japanTime(at).slice(0, 16)

const dayMs = 86_400_000

const MinuteField = ({ form, name }: { readonly form: FormState<typeof Range>; readonly name: 'from' | 'to' }) => (
  <Field form={form} name={name} said="">
    {(control) => (
      <Input {...control} type="datetime-local" value={text(form.draft[name])} onChange={(event) => form.set(name, event.target.value)} />
    )}
  </Field>
)

type Props = { readonly id: string; readonly name: string; readonly onClose: () => void }

/** Sends a webhook again what happened within a time: after a receiver was away, or lost something. */
export const ReplayDialog = ({ id, name, onClose }: Props) => {
  // As the dialog opened: what was chosen does not move on with the clock.
  const [initial] = useState(() => ({ from: minuteOf(Date.now() - dayMs), to: minuteOf(Date.now()) }))
  return (
    <DraftDialog
      id="replay"
      resource="notificationChannel"
      schema={Range}
      initial={initial}
      title={`「${name}」へ送り直す`}
      verb="送り直す"
      save={async ({ from, to }) => {
        const { count } = await call(webhook.replay, { params: { id }, body: { from: instantOf(from), to: instantOf(to) } })
        if (count > 0) notify.success(`${count}件を送り直します。`)
        else notify.news('この期間に送ったものはありません。')
        onClose()
        await refreshChannels()
      }}
      onClose={onClose}
    >
      {(form) => (
        <>
          <DraftNote>
            この期間に送ったものを、同じ番号（webhook-id）でもう一度送ります。{replayDays}
            日前まで送れます。受け取るシステムは、番号で重なりを見分けられます。
          </DraftNote>
          <MinuteField form={form} name="from" />
          <MinuteField form={form} name="to" />
        </>
      )}
    </DraftDialog>
  )
}
