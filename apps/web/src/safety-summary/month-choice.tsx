import { labels } from '@mimamori/contract/labels'
import dayjs from 'dayjs'
import { CalendarInput } from '../kit/calendar-input.tsx'
import { Filter } from '../kit/filter-bar.tsx'
import { monthOf } from './month.ts'

type Props = { readonly month: string; readonly now: number; readonly onChange: (month: string) => void }

const wire = 'YYYY-MM'

/** The month that is shown; those that have not come cannot be chosen. */
export const MonthChoice = ({ month, now, onChange }: Props) => (
  <Filter label={labels.safetySummary.month}>
    {(id) => (
      <CalendarInput
        id={id}
        picker="month"
        format={['YYYY年M月', wire, 'YYYY/MM', 'YYYYMM']}
        allowClear={false}
        value={dayjs(`${month}-01`)}
        disabledDate={(day) => dayjs(day).format(wire) > monthOf(now)}
        onChange={(chosen) => onChange(dayjs(chosen).format(wire))}
      />
    )}
  </Filter>
)
