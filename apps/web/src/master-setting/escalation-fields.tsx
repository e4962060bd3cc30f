import CloseOutlined from '@ant-design/icons/CloseOutlined'
import PlusOutlined from '@ant-design/icons/PlusOutlined'
import { channelOfStep, channelStepOf, type EscalationStep, peopleStepNames, peopleSteps } from '@mimamori/contract/settings'
import { Button, Input, Select } from 'antd'
import styles from './escalation-fields.module.css'
import { settingsOf, stepsOf, type TimedStep, withStep } from './escalation-steps.ts'
import type { Choice } from '../kit/form/select-field.tsx'
import { useOffices } from '../organisation/offices/office-choices.ts'
import { useChannelChoices } from '../organisation/settings/use-channel-names.ts'
import { useViewer } from '../platform/viewer.ts'
import { Origin } from './origin.tsx'
import { Caution, SettingNotes } from './setting-row.tsx'
import { untoldCaution } from './setting-words.ts'
import { idOf, type SettingForm } from './use-setting-form.ts'

const minutesName = ['ESCALATION_SETTING', 'MINUTES'] as const
const targetsName = ['ESCALATION_SETTING', 'STEPS'] as const

type StepProps = {
  readonly number: number
  readonly step: TimedStep
  readonly taken: readonly string[]
  readonly channels: readonly Choice<EscalationStep>[]
  /** What a channel is called that is no choice: the company's, to those who may not open it. */
  readonly nameOf: (step: EscalationStep) => string | undefined
  readonly wrong: boolean
  readonly onChange: (step: TimedStep) => void
  /** Undefined where it is the only one. */
  readonly onRemove: (() => void) | undefined
}

const people = peopleSteps.map((value) => ({ value, label: peopleStepNames[value] }))

const rota = people.filter(({ value }) => value === 'DutyRota')

/** People and channels that no other step notifies; a channel that is gone is among them as long as its own step is. */
const optionsOf = ({ target }: TimedStep, { taken, channels, nameOf }: Pick<StepProps, 'taken' | 'channels' | 'nameOf'>) => {
  const isFree = ({ value }: Choice<EscalationStep>) => value === target || !taken.includes(value)
  const free = channels.filter(isFree)
  const isKnown = [...people, ...channels].some(({ value }) => value === target)
  return [
    { label: '役割', options: people.filter((one) => one.value !== 'DutyRota' && isFree(one)) },
    ...rota.filter(isFree).map((one) => ({ label: '担当表', options: [one] })),
    ...(free.length > 0 ? [{ label: '通知先', options: free }] : []),
    ...(isKnown ? [] : [{ value: target, label: nameOf(target) ?? '削除された通知先' }]),
  ]
}

const Step = ({ number, step, taken, channels, nameOf, wrong, onChange, onRemove }: StepProps) => (
  <li className={styles['step']}>
    <span className={styles['number']}>{number}</span>
    <Input
      // The first takes the focus where the minutes are wrong.
      {...(number === 1 && { id: idOf(minutesName) })}
      className={styles['minutes'] ?? ''}
      aria-label={`${number}回目までの分`}
      aria-invalid={wrong}
      aria-describedby={`${idOf(minutesName)}-note`}
      status={wrong ? 'error' : ''}
      inputMode="numeric"
      autoComplete="off"
      maxLength={255}
      value={step.minutes}
      // A comma would make two steps of one.
      onChange={(event) => onChange({ ...step, minutes: event.target.value.replaceAll(/[,，]/g, '') })}
    />
    <span>分後に</span>
    <Select
      className={styles['role'] ?? ''}
      aria-label={`${number}回目に知らせる先`}
      popupMatchSelectWidth={false}
      value={step.target}
      options={optionsOf(step, { taken, channels, nameOf })}
      onChange={(target) => onChange({ ...step, target })}
    />
    {onRemove !== undefined && (
      <Button type="text" icon={<CloseOutlined aria-hidden="true" />} aria-label={`${number}回目をやめる`} onClick={onRemove} />
    )}
  </li>
)

/** The channels that a step of this site or company may be: its own, and those that are sent what happens at every site. */
const useStepChannels = ({ state: { owner }, id }: SettingForm): readonly Choice<EscalationStep>[] => {
  const viewer = useViewer()
  const offices = useOffices()
  const companyId = owner === 'company' ? id : (viewer.companyId ?? offices?.find(({ officeId }) => officeId === id)?.companyId)
  return (useChannelChoices() ?? [])
    .filter((channel) => channel.companyId === companyId && (channel.officeId === null || (owner === 'office' && channel.officeId === id)))
    .map((channel) => ({ value: channelStepOf(channel.id), label: channel.name }))
}

/** Who is notified again, and when, if nobody answers: one line a step. */
export const EscalationFields = ({ form }: { readonly form: SettingForm }) => {
  const channels = useStepChannels(form)
  const [minutes, targets] = [form.shown(minutesName), form.shown(targetsName)]
  if (minutes === undefined || targets === undefined) return null
  const steps = stepsOf(minutes.value, targets.value)
  const named = form.state.rows.find(({ key }) => key === 'STEPS')?.channels
  const nameOf = (step: EscalationStep) => named?.find(({ id }) => id === channelOfStep(step))?.name
  const untold = untoldCaution(
    form.shown(['GENERAL_ALERT_SETTING', 'EMAIL_SENDING_TARGET'])?.value,
    form.shown(['GENERAL_ALERT_SETTING', 'EMERGENCY_RESPONSE_ALERT'])?.value,
  )
  const put = (next: readonly TimedStep[]) => {
    const settings = settingsOf(next)
    form.setAll([
      [minutesName, settings.minutes],
      [targetsName, settings.targets],
    ])
  }
  return (
    <div role="group" aria-label="再通知の順番と時間">
      <ol className={styles['steps']}>
        {steps.map((step, index) => (
          <Step
            key={index}
            number={index + 1}
            step={step}
            taken={steps.map(({ target }) => target)}
            channels={channels}
            nameOf={nameOf}
            wrong={form.faults[minutesName.join('.')] !== undefined}
            onChange={(changed) => put(steps.with(index, changed))}
            onRemove={steps.length > 1 ? () => put(steps.toSpliced(index, 1)) : undefined}
          />
        ))}
      </ol>
      <div className={styles['foot']}>
        {steps.length < peopleSteps.length + channels.length && (
          <Button
            size="small"
            icon={<PlusOutlined aria-hidden="true" />}
            onClick={() =>
              put(
                withStep(
                  steps,
                  channels.map(({ value }) => value),
                ),
              )
            }
          >
            回を足す
          </Button>
        )}
        <Origin form={form} names={[minutesName, targetsName]} label="再通知" />
      </div>
      {steps.some(({ target }) => target === 'DutyRota') && (
        <p className={styles['rota']}>担当表の人には、1番目から順に、答えるまで知らせます。</p>
      )}
      <SettingNotes form={form} name={minutesName} />
      <SettingNotes form={form} name={targetsName} />
      <div role="status">{untold !== undefined && <Caution>{untold}</Caution>}</div>
    </div>
  )
}
