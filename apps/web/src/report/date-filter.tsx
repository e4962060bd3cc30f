import { reportLabels } from '@mimamori/contract/report-labels'
import dayjs from 'dayjs'
import { useId, useState } from 'react'
import { CalendarInput } from '../kit/calendar-input.tsx'
import type { Period } from './choice.ts'
import styles from './table-filters.module.css'
import { typedFault, typedFormats } from './typed-date.ts'

const kinds = { daily: ['date', 'YYYY-MM-DD'], monthly: ['month', 'YYYY-MM'] } as const

type DateFilterProps = {
  readonly period: Period
  readonly date: string
  readonly today: string
  readonly onChange: (date: string) => void
}

/** The day or the month of the table; what is typed and cannot be one is said to be wrong. */
export const DateFilter = ({ period, date, today, onChange }: DateFilterProps) => {
  const why = useId()
  const [fault, setFault] = useState<string>()
  const [picker, wire] = kinds[period]
  // The field turns back to the date that is shown once it is left; what was wrong stays said until something is typed.
  const say = (field: EventTarget) => {
    const found = field instanceof HTMLInputElement ? typedFault(field.value, period, today) : undefined
    if (found !== undefined) setFault(found)
  }
  return (
    <div className={styles['dated']}>
      <CalendarInput
        aria-label={reportLabels.requestDate}
        aria-invalid={fault !== undefined}
        {...(fault !== undefined && { 'aria-describedby': why })}
        className={styles['date'] ?? ''}
        status={fault === undefined ? '' : 'error'}
        picker={picker}
        format={[...typedFormats[period]]}
        allowClear={false}
        value={dayjs(date)}
        maxDate={dayjs(today)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') say(event.target)
          else if (event.key !== 'Tab') setFault(undefined)
        }}
        onBlur={(event) => say(event.target)}
        onChange={(chosen) => {
          setFault(undefined)
          if (chosen !== null) onChange(dayjs(chosen).format(wire))
        }}
      />
      {fault !== undefined && (
        <p id={why} role="alert" className={styles['fault']}>
          {fault}
        </p>
      )}
    </div>
  )
}
