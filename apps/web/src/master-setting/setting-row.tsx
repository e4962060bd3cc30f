import ExclamationCircleFilled from '@ant-design/icons/ExclamationCircleFilled'
import InfoCircleOutlined from '@ant-design/icons/InfoCircleOutlined'
import { settingLabels } from '@mimamori/contract/setting-labels'
import { settingField, type SettingName } from '@mimamori/contract/settings'
import type { ReactNode } from 'react'
import { Origin } from './origin.tsx'
import styles from './setting-row.module.css'
import type { ShownSetting } from './setting-state.ts'
import { cautionOf } from './setting-words.ts'
import { idOf, type SettingForm } from './use-setting-form.ts'

/** Said in ink, not in a level's colour: nothing is wrong, but somebody may be notified later. */
export const Caution = ({ children }: { readonly children: ReactNode }) => (
  <p className={styles['caution']}>
    <InfoCircleOutlined aria-hidden="true" />
    <span>{children}</span>
  </p>
)

type NotesProps = { readonly form: SettingForm; readonly name: SettingName; readonly hint?: string | undefined }

/** What is wrong with a setting, and what it costs in safety. */
export const SettingNotes = ({ form, name, hint }: NotesProps) => {
  const faults = form.faults[settingField(name)] ?? []
  const shown = form.shown(name)
  const caution = shown === undefined ? undefined : cautionOf(name, shown.value)
  return (
    <div id={`${idOf(name)}-note`} className={styles['notes']}>
      {faults.map((fault) => (
        <p key={fault} role="alert" className={styles['fault']}>
          <ExclamationCircleFilled aria-hidden="true" />
          {fault}
        </p>
      ))}
      {faults.length === 0 && hint !== undefined && <p className={styles['hint']}>{hint}</p>}
      <div role="status">{caution !== undefined && faults.length === 0 && <Caution>{caution}</Caution>}</div>
    </div>
  )
}

/** What a control of a setting takes to belong to its row. */
export type SettingControl = {
  readonly id: string
  readonly value: string
  readonly wrong: boolean
  readonly disabled: boolean
  readonly describedBy: string
  readonly set: (text: string) => void
}

type SettingRowProps = {
  readonly form: SettingForm
  readonly name: SettingName
  /** Where its place in the form says more than its own name. */
  readonly label?: string
  readonly hint?: string
  /** Shown before the control: the mark of a level. */
  readonly mark?: ReactNode
  /** True where a label would name no single control: a set of them. */
  readonly isSet?: true
  readonly children: (control: SettingControl) => ReactNode
}

const controlOf = (form: SettingForm, { name, value }: ShownSetting): SettingControl => ({
  id: idOf(name),
  value,
  wrong: form.faults[settingField(name)] !== undefined,
  disabled: !form.mayEdit(name),
  describedBy: `${idOf(name)}-note`,
  set: (text) => form.set(name, text),
})

/** One setting: its name, its control, where its value comes from, and below it what is wrong or less safe about it. */
export const SettingRow = ({ form, name, label = settingLabels[name[1]], hint, mark, isSet, children }: SettingRowProps) => {
  const shown = form.shown(name)
  if (shown === undefined) return null
  const control = controlOf(form, shown)
  const labelId = `${control.id}-label`
  const head = isSet === undefined ? <label htmlFor={control.id}>{label}</label> : <span id={labelId}>{label}</span>
  return (
    <div
      className={styles['row']}
      data-changed={shown.changed}
      {...(isSet === true && { role: 'group', 'aria-labelledby': labelId, 'aria-describedby': control.describedBy })}
    >
      <div className={styles['name']}>{head}</div>
      <div className={styles['body']}>
        <div className={styles['line']}>
          {mark}
          {children(control)}
          <Origin form={form} names={[name]} label={label} />
        </div>
        <SettingNotes form={form} name={name} hint={hint} />
      </div>
    </div>
  )
}
