import type { SavedDrillSchedule } from '@mimamori/contract/drill'
import { endpoints } from '@mimamori/contract/endpoints'
import { labels } from '@mimamori/contract/labels'
import { message } from '@mimamori/contract/messages'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Input, Modal, Select } from 'antd'
import { useId, useState } from 'react'
import { confirm } from '../../kit/dialogs.ts'
import { ErrorLines } from '../../kit/error-lines.tsx'
import { LoadingOverlay } from '../../kit/loading-overlay.tsx'
import { notify } from '../../kit/notify.ts'
import { call } from '../../platform/api.ts'
import { AnswerError, errorLines } from '../../platform/call-error.ts'
import { queryOf } from '../../platform/query.ts'
import { useSingleMutation } from '../../platform/use-single-mutation.ts'
import styles from './drill-dialog.module.css'
import { OfficeChoiceField } from './office-choice-field.tsx'

const weekdays = ['日曜日', '月曜日', '火曜日', '水曜日', '木曜日', '金曜日', '土曜日']
const never = -1
const usualTime = '10:00'

type FormProps = { readonly officeId: number; readonly saved: SavedDrillSchedule; readonly onClose: () => void }

const ScheduleForm = ({ officeId, saved, onClose }: FormProps) => {
  const { schedule, version } = saved
  const [weekday, setWeekday] = useState(schedule?.weekday ?? never)
  const [time, setTime] = useState(schedule?.time ?? usualTime)
  const client = useQueryClient()
  const id = useId()
  const reload = () => client.invalidateQueries({ queryKey: [endpoints.drill.schedule.path] })
  const saving = useSingleMutation({
    mutationFn: () =>
      call(endpoints.drill.setSchedule, {
        params: { officeId },
        body: { schedule: weekday === never ? null : { weekday, time }, version },
      }),
    onSuccess: async () => {
      onClose()
      notify.success(message('C003'))
      await reload()
    },
    onError: async (error) => {
      if (!(error instanceof AnswerError) || error.status !== 412) return
      if (await confirm({ body: message('C022'), verb: '読み込み直す', cancel: '編集に戻る' })) await reload()
    },
  })
  return (
    <form
      className={styles['body']}
      onSubmit={(event) => {
        event.preventDefault()
        saving.mutate()
      }}
    >
      <label htmlFor={`${id}-weekday`}>{labels.drill.weekday}</label>
      <Select
        id={`${id}-weekday`}
        value={weekday}
        onChange={setWeekday}
        options={[{ value: never, label: '行わない' }, ...weekdays.map((label, value) => ({ value, label: `毎週${label}` }))]}
      />
      <label htmlFor={`${id}-time`}>{labels.drill.time}</label>
      <Input
        id={`${id}-time`}
        type="time"
        value={time}
        required
        disabled={weekday === never}
        onChange={(event) => setTime(event.target.value)}
      />
      {saving.error !== null && <ErrorLines lines={errorLines(saving.error)} />}
      <div className={styles['actions']}>
        <Button onClick={onClose}>やめる</Button>
        <Button type="primary" htmlType="submit" loading={saving.isPending}>
          保存する
        </Button>
      </div>
    </form>
  )
}

type Props = { readonly officeId: number | undefined; readonly onClose: () => void }

/** When the weekly drill of an office begins, or that there is none. */
export const ScheduleDialog = ({ officeId: first, onClose }: Props) => {
  const [officeId, setOfficeId] = useState(first)
  const schedule = useQuery({
    ...queryOf(endpoints.drill.schedule, { params: { officeId: officeId ?? 0 } }),
    enabled: officeId !== undefined,
    gcTime: 0,
    staleTime: 0,
  })
  return (
    <Modal open centered title="毎週の訓練" footer={null} onCancel={onClose}>
      <div className={styles['body']}>
        <p>決めた曜日と時刻に、拠点全体の訓練が始まります。緊急の対応中には始まりません。</p>
        <OfficeChoiceField value={officeId} onChange={setOfficeId} />
        {officeId !== undefined && schedule.isFetching && <LoadingOverlay />}
        {schedule.error !== null && <ErrorLines lines={errorLines(schedule.error)} />}
        {officeId !== undefined && schedule.data !== undefined && !schedule.isFetching && (
          <ScheduleForm key={officeId} officeId={officeId} saved={schedule.data} onClose={onClose} />
        )}
      </div>
    </Modal>
  )
}
