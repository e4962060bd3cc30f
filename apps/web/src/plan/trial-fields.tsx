import CloseOutlined from '@ant-design/icons/CloseOutlined'
import type { Plan } from '@mimamori/contract/plan'
import { clothingNames, clothings, metabolicClassNames } from '@mimamori/contract/heat-profile'
import { labels } from '@mimamori/contract/labels'
import { Button, Input, Select } from 'antd'
import { type ReactNode, useId, useState } from 'react'
import { newBreak } from './new-break.ts'
import { groupNameOf } from './plan-words.ts'
import type { PlanGroup } from './plan-types.ts'
import styles from './trial-panel.module.css'
import { type Break, noTrial, readBreaks, type TrialSearch, writeBreaks } from './trial-search.ts'

const Field = ({ label, children }: { readonly label: string; readonly children: (id: string) => ReactNode }) => {
  const id = useId()
  return (
    <div className={styles['field']}>
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  )
}

const isClock = (text: string) => /^\d\d:\d\d$/.test(text)

type ClockProps = { readonly label: string; readonly value: string; readonly onChange: (value: string) => void }

/** A time of day; it acts when the field is left, since half a time is none. */
const ClockInput = ({ label, value, onChange }: ClockProps) => {
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  if (known !== value) {
    setKnown(value)
    setTyped(value)
  }
  const apply = () => {
    if (!isClock(typed)) setTyped(value)
    else if (typed !== value) onChange(typed)
  }
  return (
    <Input
      type="time"
      aria-label={label}
      className={styles['clock'] ?? ''}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={apply}
      onPressEnter={apply}
    />
  )
}

const classChoices = metabolicClassNames.map((label, value) => ({ value, label: `${value}　${label}` }))
const clothingChoices = clothings.map((value) => ({ value, label: clothingNames[value] }))
const acclimatisedChoices = [
  { value: '1', label: '慣れている' },
  { value: '0', label: '慣れていない' },
] as const

type BreaksProps = {
  /** The hours of work that are tried. */
  readonly work: Break
  readonly breaks: readonly Break[]
  readonly onChange: (breaks: readonly Break[]) => void
}

const Breaks = ({ work, breaks, onChange }: BreaksProps) => {
  const further = newBreak(work, breaks)
  const change = (index: number, part: Partial<Break>) =>
    onChange(breaks.map((one, other) => (other === index ? { ...one, ...part } : one)))
  return (
    <fieldset className={styles['breaks']}>
      <legend>{labels.plan.breaks}</legend>
      {breaks.map(({ from, to }, index) => (
        <div key={index} className={styles['times']}>
          <ClockInput label={`休憩${index + 1}の始まり`} value={from} onChange={(next) => change(index, { from: next })} />
          <span>〜</span>
          <ClockInput label={`休憩${index + 1}の終わり`} value={to} onChange={(next) => change(index, { to: next })} />
          <Button
            type="text"
            icon={<CloseOutlined aria-hidden="true" />}
            aria-label={`休憩${index + 1}を外す`}
            onClick={() => onChange(breaks.filter((_, other) => other !== index))}
          />
        </div>
      ))}
      <Button disabled={further === undefined} onClick={() => further !== undefined && onChange([...breaks, further])}>
        休憩を足す
      </Button>
    </fieldset>
  )
}

type Props = {
  readonly plan: Plan
  /** The chosen group as it is saved. */
  readonly group: PlanGroup | undefined
  readonly trial: Plan['trial']
  readonly search: TrialSearch
  readonly onChange: (change: TrialSearch) => void
}

/** What can be tried. A value that is that of the group is not written into the address. */
export const TrialFields = ({ plan, group, trial, search, onChange }: Props) => {
  const set = (change: TrialSearch) => onChange({ ...search, ...change })
  const own = <Value,>(value: Value, saved: Value | undefined): Value | undefined => (value === saved ? undefined : value)
  const { opensAt, closesAt } = plan.workingHours
  const work = { from: search.from ?? trial?.from ?? opensAt, to: search.to ?? trial?.to ?? closesAt }
  const savedAcclimatised = group?.acclimatised === true ? '1' : '0'
  return (
    <div className={styles['fields']}>
      <Field label={labels.plan.groupId}>
        {(id) => (
          <Select
            id={id}
            value={search.groupId ?? null}
            placeholder="選んでください"
            options={plan.groups.flatMap((one) => (one.groupId === null ? [] : [{ value: one.groupId, label: groupNameOf(one) }]))}
            onChange={(groupId) => onChange({ ...noTrial, groupId: groupId ?? undefined })}
          />
        )}
      </Field>
      {group !== undefined && (
        <>
          <Field label={labels.plan.metabolicClass}>
            {(id) => (
              <Select
                id={id}
                popupMatchSelectWidth={false}
                value={search.metabolicClass ?? group.metabolicClass}
                options={classChoices}
                onChange={(value) => set({ metabolicClass: own(value, group.metabolicClass) })}
              />
            )}
          </Field>
          <Field label={labels.plan.clothing}>
            {(id) => (
              <Select
                id={id}
                popupMatchSelectWidth={false}
                value={search.clothing ?? group.clothing}
                options={clothingChoices}
                onChange={(value) => set({ clothing: own(value, group.clothing) })}
              />
            )}
          </Field>
          <Field label={labels.plan.acclimatised}>
            {(id) => (
              <Select
                id={id}
                value={search.acclimatised ?? savedAcclimatised}
                options={[...acclimatisedChoices]}
                onChange={(value) => set({ acclimatised: own(value, savedAcclimatised) })}
              />
            )}
          </Field>
          <fieldset className={styles['breaks']}>
            <legend>作業時間</legend>
            <div className={styles['times']}>
              <ClockInput label={labels.plan.from} value={work.from} onChange={(from) => set({ from: own(from, opensAt) })} />
              <span>〜</span>
              <ClockInput label={labels.plan.to} value={work.to} onChange={(to) => set({ to: own(to, closesAt) })} />
            </div>
          </fieldset>
          <Breaks work={work} breaks={readBreaks(search.breaks)} onChange={(breaks) => set({ breaks: writeBreaks(breaks) })} />
        </>
      )}
    </div>
  )
}
