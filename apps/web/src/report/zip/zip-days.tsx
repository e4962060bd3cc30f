import ExclamationCircleFilled from '@ant-design/icons/ExclamationCircleFilled'
import { labels } from '@mimamori/contract/labels'
import { Button } from 'antd'
import dayjs from 'dayjs'
import { useId } from 'react'
import { CalendarInput } from '../../kit/calendar-input.tsx'
import type { SetZipChoice } from './use-zip-choice.ts'
import { dayFaultsOf, monthAround, type ZipChoice } from './zip-choice.ts'
import styles from './zip-form.module.css'

const wire = 'YYYY-MM-DD'

type DayProps = {
  readonly label: string
  readonly value: string | undefined
  readonly fault: string | undefined
  readonly onChange: (day: string | undefined) => void
}

const DayChoice = ({ label, value, fault, onChange }: DayProps) => {
  const id = useId()
  return (
    <div className={styles['day']}>
      <label htmlFor={id} className={styles['label']}>
        {label}
      </label>
      <CalendarInput
        id={id}
        className={styles['date'] ?? ''}
        format={['YYYY/MM/DD', wire, 'YYYYMMDD']}
        placeholder="年/月/日"
        status={fault === undefined ? '' : 'error'}
        aria-invalid={fault !== undefined}
        aria-required
        {...(fault !== undefined && { 'aria-describedby': `${id}-fault` })}
        value={value === undefined ? null : dayjs(value)}
        onChange={(day) => onChange(day === null ? undefined : dayjs(day).format(wire))}
      />
      {fault !== undefined && (
        <p id={`${id}-fault`} role="alert" className={styles['fault']}>
          <ExclamationCircleFilled aria-hidden="true" />
          {fault}
        </p>
      )}
    </div>
  )
}

type ZipDaysProps = { readonly choice: ZipChoice; readonly today: string; readonly set: SetZipChoice }

/** From which day to which, with the two months that are asked for most. */
export const ZipDays = ({ choice, today, set }: ZipDaysProps) => {
  const faults = dayFaultsOf(choice, today)
  return (
    <div className={styles['row']}>
      <DayChoice label={labels.report.startTime} value={choice.from} fault={faults.startTime} onChange={(from) => set({ from })} />
      <DayChoice label={labels.report.endTime} value={choice.to} fault={faults.endTime} onChange={(to) => set({ to })} />
      <div className={styles['months']}>
        <Button onClick={() => set(monthAround(today, 0))}>今月</Button>
        <Button onClick={() => set(monthAround(today, 1))}>先月</Button>
      </div>
    </div>
  )
}
