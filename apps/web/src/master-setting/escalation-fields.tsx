import CloseOutlined from '@ant-design/icons/CloseOutlined'
import PlusOutlined from '@ant-design/icons/PlusOutlined'
import { peopleStepNames, peopleSteps } from '@mimamori/contract/settings'
import { Button, Input, Select } from 'antd'
import styles from './escalation-fields.module.css'
import { type EscalationStep, settingsOf, stepsOf, withStep } from './escalation-steps.ts'
import { Origin } from './origin.tsx'
import { Caution, SettingNotes } from './setting-row.tsx'
import { untoldCaution } from './setting-words.ts'
import { idOf, type SettingForm } from './use-setting-form.ts'

const minutesName = ['ESCALATION_SETTING', 'MINUTES'] as const
const rolesName = ['ESCALATION_SETTING', 'STEPS'] as const

type StepProps = {
  readonly number: number
  readonly step: EscalationStep
  readonly taken: readonly string[]
  readonly wrong: boolean
  readonly onChange: (step: EscalationStep) => void
  /** Undefined where it is the only one. */
  readonly onRemove: (() => void) | undefined
}

const Step = ({ number, step, taken, wrong, onChange, onRemove }: StepProps) => (
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
      aria-label={`${number}回目に知らせる人`}
      value={step.role}
      options={peopleSteps
        .filter((role) => role === step.role || !taken.includes(role))
        .map((role) => ({ value: role, label: peopleStepNames[role] }))}
      onChange={(role) => onChange({ ...step, role })}
    />
    {onRemove !== undefined && (
      <Button type="text" icon={<CloseOutlined aria-hidden="true" />} aria-label={`${number}回目をやめる`} onClick={onRemove} />
    )}
  </li>
)

/** Who is notified again, and when, if nobody answers: one line a step. */
export const EscalationFields = ({ form }: { readonly form: SettingForm }) => {
  const [minutes, roles] = [form.shown(minutesName), form.shown(rolesName)]
  if (minutes === undefined || roles === undefined) return null
  const steps = stepsOf(minutes.value, roles.value)
  const untold = untoldCaution(
    form.shown(['GENERAL_ALERT_SETTING', 'EMAIL_SENDING_TARGET'])?.value,
    form.shown(['GENERAL_ALERT_SETTING', 'EMERGENCY_RESPONSE_ALERT'])?.value,
  )
  const put = (next: readonly EscalationStep[]) => {
    const settings = settingsOf(next)
    form.setAll([
      [minutesName, settings.minutes],
      [rolesName, settings.roles],
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
            taken={steps.map(({ role }) => role)}
            wrong={form.faults[minutesName.join('.')] !== undefined}
            onChange={(changed) => put(steps.with(index, changed))}
            onRemove={steps.length > 1 ? () => put(steps.toSpliced(index, 1)) : undefined}
          />
        ))}
      </ol>
      <div className={styles['foot']}>
        {steps.length < peopleSteps.length && (
          <Button size="small" icon={<PlusOutlined aria-hidden="true" />} onClick={() => put(withStep(steps))}>
            回を足す
          </Button>
        )}
        <Origin form={form} names={[minutesName, rolesName]} label="再通知" />
      </div>
      <SettingNotes form={form} name={minutesName} />
      <SettingNotes form={form} name={rolesName} />
      <div role="status">{untold !== undefined && <Caution>{untold}</Caution>}</div>
    </div>
  )
}
