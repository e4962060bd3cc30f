import { endpoints } from '@mimamori/contract/endpoints'
import { message } from '@mimamori/contract/messages'
import {
  isPlanKind,
  type ReportSchedule,
  type ScheduleKind,
  scheduleKindNames,
  scheduleKinds,
  scheduleRoles,
  usualScheduleTimes,
} from '@mimamori/contract/report-schedule'
import { splitAddresses } from '@mimamori/contract/settings'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { Banner } from '../kit/banner.tsx'
import { confirm } from '../kit/dialogs.ts'
import { Field } from '../kit/form/field.tsx'
import { FixedField } from '../kit/form/form-section.tsx'
import { RadioField } from '../kit/form/radio-field.tsx'
import { SelectField } from '../kit/form/select-field.tsx'
import { TextField } from '../kit/form/text-field.tsx'
import { useForm } from '../kit/form/use-form.ts'
import { notify } from '../kit/notify.ts'
import { askToLose } from '../kit/ask-to-lose.ts'
import { useUnsavedGuard } from '../kit/unsaved-guard.ts'
import { AddressSelect } from '../organisation/settings/address-select.tsx'
import { useOffices } from '../organisation/offices/office-choices.ts'
import { call } from '../platform/api.ts'
import { AnswerError, errorLines } from '../platform/call-error.ts'
import { queryClient } from '../platform/query.ts'
import { useViewer } from '../platform/viewer.ts'
import { reachOf } from './addresses.tsx'
import { RolesField } from './roles-field.tsx'
import { amendFaults, ScheduleForm } from './schedule-form.ts'
import styles from './schedule.module.css'

const kinds = scheduleKinds.map((value) => ({ value, label: scheduleKindNames[value] }))
const switches = [
  { value: '1', label: '送る' },
  { value: '0', label: '止めておく' },
]

const kindHints: Readonly<Record<ScheduleKind, string>> = {
  daily: '毎日、前の日の分を送ります。',
  monthly: '毎月1日に、前の月の分を送ります。',
  planTomorrow: '毎日、次の日の計画と朝礼の紙を送ります。予測のない日は送りません。',
  planToday: '毎日、その日の計画と朝礼の紙を、新しい予測で送ります。予測のない日は送りません。',
}

type DialogProps = {
  /** The schedule that is changed; a new one without. */
  readonly schedule: ReportSchedule | undefined
  /** The site that a new one is for at first. */
  readonly officeId: number | undefined
  readonly onClose: () => void
}

const initialOf = ({ schedule, officeId }: DialogProps) => ({
  officeId: schedule?.officeId ?? officeId ?? null,
  kind: schedule?.kind ?? ('daily' as const),
  time: schedule?.time ?? usualScheduleTimes.daily,
  addresses: schedule?.addresses.map(({ address }) => address).join(',') ?? '',
  roles: schedule?.roles.join(',') ?? '',
  enabled: schedule?.enabled === false ? ('0' as const) : ('1' as const),
})

const refetchSchedules = () => queryClient.invalidateQueries({ queryKey: [endpoints.reportSchedule.list.path] })

const isStale = (error: unknown) => error instanceof AnswerError && error.status === 412

/** The sites that a schedule can be for: one that is changed stays within its company. */
const useSites = (schedule: ReportSchedule | undefined) => {
  const { companyId } = useViewer()
  return useOffices()
    ?.filter(({ companyName }) => schedule === undefined || companyName === schedule.companyName)
    .map((office) => ({
      value: office.officeId,
      label: companyId === null ? `${office.officeName}（${office.companyName}）` : office.officeName,
    }))
}

const useScheduleForm = (props: DialogProps) => {
  const { schedule, onClose } = props
  const [refused, setRefused] = useState('')
  const form = useForm('report-schedule', {
    schema: ScheduleForm,
    resource: 'reportSchedule',
    initial: initialOf(props),
    amend: amendFaults,
    onSubmit: async ({ enabled, roles, ...values }) => {
      setRefused('')
      const body = { ...values, roles: scheduleRoles.filter((role) => roles.split(',').includes(role)), enabled: enabled === '1' }
      try {
        if (schedule === undefined) await call(endpoints.reportSchedule.create, { body })
        else await call(endpoints.reportSchedule.update, { body: { ...body, id: schedule.id, version: schedule.version } })
      } catch (error) {
        if (isStale(error) && (await confirm({ body: message('C022'), verb: '読み込み直す', cancel: '編集に戻る' }))) {
          onClose()
          await refetchSchedules()
        } else
          setRefused(
            errorLines(error)
              .map(({ text }) => text)
              .join('\n'),
          )
        return {}
      }
      notify.success(message('C003'))
      await refetchSchedules()
      return undefined
    },
    onSaved: onClose,
  })
  useUnsavedGuard(() => form.isDirty())
  return { form, refused }
}

/** Adds a schedule, or changes one. */
export const ScheduleDialog = (props: DialogProps) => {
  const { schedule, onClose } = props
  const viewer = useViewer()
  const sites = useSites(schedule)
  const { form, refused } = useScheduleForm(props)
  const close = async () => {
    if (!form.isDirty() || (await askToLose('保存せずに閉じる'))) onClose()
  }
  const addresses = form.draft.addresses ?? ''
  const count = splitAddresses(addresses).length
  const kind = form.draft.kind ?? 'daily'
  const isPlan = isPlanKind(kind)
  /** Each kind has its usual time; one that somebody set stays. */
  const chooseKind = (next: ScheduleKind | undefined) => {
    if (next !== undefined && form.draft.time === usualScheduleTimes[kind]) form.set('time', usualScheduleTimes[next])
  }
  return (
    <Modal
      open
      centered
      width={560}
      title={schedule === undefined ? '定期送信を追加' : '定期送信を編集'}
      mask={{ closable: false }}
      onCancel={() => void close()}
      footer={
        <>
          <Button onClick={() => void close()}>やめる</Button>
          <Button type="primary" loading={form.submitting} onClick={() => void form.submit()}>
            保存する
          </Button>
        </>
      }
    >
      <form noValidate className={styles['form']} onSubmit={(event) => void form.submit(event)}>
        {refused !== '' && <Banner kind="failure">{refused}</Banner>}
        {viewer.officeName === null ? (
          <SelectField form={form} name="officeId" choices={sites} />
        ) : (
          <FixedField label={form.labelOf('officeId')} value={viewer.officeName} />
        )}
        <RadioField
          form={form}
          name="kind"
          choices={kinds}
          hint={kindHints[kind]}
          onChoose={(next) => chooseKind(scheduleKinds.find((one) => one === next))}
        />
        <TextField form={form} name="time" type="time" hint="日本の時刻" />
        {isPlan && <RolesField form={form} />}
        <Field
          form={form}
          name="addresses"
          said={addresses}
          // Of a part, not a string: beside a wrong address it must still be said who gets what.
          hint={
            <p>
              {count}件。拠点を見られるアカウントの宛先には、画面へのリンクが付きます。ほかの宛先には、
              {isPlan ? '名前のない計画と紙' : '名前のない合計'}だけが届きます。
            </p>
          }
        >
          {(control) => (
            <AddressSelect
              id={control.id}
              value={addresses}
              wrong={control['aria-invalid']}
              describedBy={control['aria-describedby']}
              onChange={(next) => form.set('addresses', next)}
              sayOf={(address) => reachOf(schedule?.addresses ?? [], address, isPlan)}
            />
          )}
        </Field>
        <RadioField form={form} name="enabled" choices={switches} hint="最後に保存した人が見られる範囲で送ります。" />
      </form>
    </Modal>
  )
}
