import { mostTrialDays, type TrialSetting, trialSettings } from '@mimamori/contract/alert-trial'
import { dayMs } from '@mimamori/contract/day'
import { settingFaults, settingLabel } from '@mimamori/contract/setting-faults'
import { settingField, settingOf } from '@mimamori/contract/settings'
import { Button, Input, Select } from 'antd'
import { useId, useState } from 'react'
import { settingValueInWords } from '../../organisation/settings/setting-value.ts'
import styles from './trial.module.css'

const choicesOf: Readonly<Record<string, readonly string[]>> = {
  LEVEL_OF_MEASURING: ['1', '2', '3'],
  EMAIL_SENDING_TARGET: ['1', '2', '3', '0'],
  HEAT_ALONE_MAX_LEVEL: ['2', '3'],
}

type FieldProps = {
  readonly name: TrialSetting
  /** In force now. */
  readonly now: string | undefined
  readonly value: string
  readonly fault: string | undefined
  readonly onChange: (value: string) => void
}

const Field = ({ name, now, value, fault, onChange }: FieldProps) => {
  const id = useId()
  const choices = choicesOf[name[1]]
  const described = { 'aria-describedby': `${id}-now`, 'aria-invalid': fault !== undefined }
  return (
    <div className={styles['field']}>
      <label htmlFor={id}>{settingLabel(name)}</label>
      {choices === undefined ? (
        <span className={styles['input']}>
          <Input
            id={id}
            inputMode="numeric"
            autoComplete="off"
            maxLength={10}
            status={fault === undefined ? '' : 'error'}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            {...described}
          />
          {settingOf(...name).unit}
        </span>
      ) : (
        <Select<string>
          id={id}
          value={value}
          options={choices.map((choice) => ({ value: choice, label: settingValueInWords(name, choice) }))}
          onChange={onChange}
          {...described}
        />
      )}
      <span id={`${id}-now`} className={fault === undefined ? styles['now'] : styles['fault']}>
        {fault ?? (now === undefined ? '' : `いま ${settingValueInWords(name, now)}`)}
      </span>
    </div>
  )
}

/** Days of a period, both ends included. */
const daysOf = ({ from, to }: { readonly from: string; readonly to: string }): number => (Date.parse(to) - Date.parse(from)) / dayMs + 1

type TrialValues = readonly { readonly type: string; readonly key: string; readonly value: string }[]

type TrialFormProps = {
  /** The settings in force by `TYPE.KEY`. */
  readonly inForce: Readonly<Record<string, string>>
  readonly period: { readonly from: string; readonly to: string }
  readonly isBusy: boolean
  readonly onStart: (settings: TrialValues) => void
}

/** The settings to play with, each beside the value in force. */
export const TrialForm = ({ inForce, period, isBusy, onStart }: TrialFormProps) => {
  const [draft, setDraft] = useState<Readonly<Record<string, string>>>({})
  const valueOf = (name: TrialSetting) => draft[settingField(name)] ?? inForce[settingField(name)] ?? ''
  const faultOf = (name: TrialSetting) => (draft[settingField(name)] === undefined ? undefined : settingFaults(name, valueOf(name))[0])
  const isTooLong = daysOf(period) > mostTrialDays
  const changed = trialSettings.filter((name) => valueOf(name) !== (inForce[settingField(name)] ?? ''))
  const isReady = !isTooLong && changed.length > 0 && changed.every((name) => faultOf(name) === undefined)
  const submit = () => {
    if (isReady && !isBusy) onStart(changed.map((name) => ({ type: name[0], key: name[1], value: valueOf(name) })))
  }
  return (
    <form
      noValidate
      aria-label="試す設定"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <div className={styles['fields']}>
        {trialSettings.map((name) => (
          <Field
            key={settingField(name)}
            name={name}
            now={inForce[settingField(name)]}
            value={valueOf(name)}
            fault={faultOf(name)}
            onChange={(value) => setDraft({ ...draft, [settingField(name)]: value })}
          />
        ))}
      </div>
      <p className={styles['start']}>
        <Button type="primary" htmlType="submit" disabled={!isReady} loading={isBusy}>
          試算する
        </Button>
        <span>
          {isTooLong
            ? `試算は${mostTrialDays}日までの期間でできます。上の期間を短くしてください。`
            : '保存した測定値を、いまの設定とこの設定とで判定し直して比べます。設定は変わりません。'}
        </span>
      </p>
    </form>
  )
}
