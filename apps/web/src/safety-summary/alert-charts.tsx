import { gradeNames } from '@mimamori/contract/labels'
import type { SafetySummary } from '@mimamori/contract/safety-summary'
import { ChartTable } from '../marks/charts/chart-table.tsx'
import { ColumnChart } from '../marks/charts/column-chart.tsx'
import type { ByLevel } from '../marks/charts/count-scale.ts'
import { DayLabels } from './day-labels.tsx'
import { dayOf } from './month.ts'

const levelHead = [gradeNames.emergency, gradeNames[3], gradeNames[2], gradeNames[1]]
const levelCells = ({ emergency, level3, level2, level1 }: ByLevel) => [emergency, level3, level2, level1]

/** The alerts of each day by level. */
export const AlertsByDay = ({ days }: { readonly days: SafetySummary['days'] }) => (
  <>
    <ColumnChart
      label="日ごとのアラートの件数の積み上げ"
      height={190}
      columns={days.map(({ date, ...counts }) => ({ key: date, name: `${dayOf(date)}日`, counts }))}
      renderFoot={(slots, top) => <DayLabels days={days} slots={slots} top={top} />}
    />
    <ChartTable
      caption="日ごとのアラートの件数"
      head={['日', ...levelHead]}
      rows={days.map((day) => [`${dayOf(day.date)}日`, ...levelCells(day)])}
    />
  </>
)
