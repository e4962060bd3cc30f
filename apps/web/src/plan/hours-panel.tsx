import type { Plan } from '@mimamori/contract/plan'
import { longDate } from '@mimamori/contract/time-words'
import type { ReactNode } from 'react'
import { Panel } from '../kit/panel.tsx'
import { useScrollFocus } from '../kit/use-scroll-focus.ts'
import { SectionPanel } from '../marks/charts/summary-panel.tsx'
import { useNarrow } from '../platform/use-media.ts'
import { type LimitLine, limitLines } from './chart-scale.ts'
import { DutyLines, DutySentence } from './duty-lines.tsx'
import { GroupCards } from './group-cards.tsx'
import { HoursChart } from './hours-chart.tsx'
import styles from './hours-panel.module.css'
import { RestLegend } from './rest-legend.tsx'
import { RestsTable } from './rests-table.tsx'

type KeyKind = 'site' | 'forecast' | 'band' | 'measured' | 'limit' | 'notAcclimatised'

const Key = ({ kind, children }: { readonly kind: KeyKind; readonly children: ReactNode }) => (
  <li>
    <span className={styles['key']} data-kind={kind} aria-hidden="true" />
    {children}
  </li>
)

const ofPlace = ({ placeName }: Pick<Plan, 'placeName'>): string => (placeName === null ? '' : `（${placeName}）`)

/** The names of the limits, where there is no room for them beside the lines. */
const LimitKeys = ({ lines }: { readonly lines: readonly LimitLine[] }) =>
  (['limit', 'notAcclimatised'] as const).map((kind) => {
    const name = lines.find((line) => line.kind === kind)?.name
    return name === undefined ? null : (
      <Key key={kind} kind={kind}>
        {name}
      </Key>
    )
  })

type LegendProps = { readonly plan: Plan; readonly children?: ReactNode }

const ChartLegend = ({ plan, children }: LegendProps) => (
  <ul className={styles['keys']} aria-label="グラフの凡例">
    {plan.basis === 'measured' ? (
      <Key kind="measured">
        {plan.measuredOf !== null && longDate(plan.measuredOf)}の実測{ofPlace(plan)}
      </Key>
    ) : (
      <>
        <Key kind="site">この現場{ofPlace(plan)}</Key>
        <Key kind="forecast">公表の予測</Key>
        {plan.error.meanAbsolute !== null && <Key kind="band">はずれの幅</Key>}
      </>
    )}
    {children}
  </ul>
)

const chartWords = ({ basis, peak, placeName }: Plan): string =>
  `${basis === 'measured' ? '実測' : '予測'}の暑さのグラフ。${peak === null ? '' : `最高 ${peak.wbgt.toFixed(1)}℃、${peak.hour}時${placeName === null ? '' : `、${placeName}`}。`}時刻ごとの値は次の表にあります。`

/** Hours that are as wide as a mark and its number need; more of them scroll. */
const hourWidth = 34

/** The heat of the day as a drawing. @param isNarrow whether there is no room for the names of its lines */
const Chart = ({ plan, isNarrow }: { readonly plan: Plan; readonly isNarrow: boolean }) => (
  <HoursChart
    hours={plan.hours}
    limits={limitLines(plan.groups)}
    error={plan.error.meanAbsolute}
    isMeasured={plan.basis === 'measured'}
    isNarrow={isNarrow}
    label={chartWords(plan)}
  />
)

/** On a phone: what each group has to do comes first, the drawing after it. */
const SmallHours = ({ plan, action }: Props) => {
  const isMeasured = plan.basis === 'measured'
  return (
    <>
      <GroupCards plan={plan} />
      {!isMeasured && plan.groups.some(({ dutyFrom }) => dutyFrom !== null) && (
        <Panel>
          <div className={styles['duty']}>
            <DutySentence officeId={plan.officeId} />
          </div>
        </Panel>
      )}
      <div className={styles['action']}>{action}</div>
      <SectionPanel title={isMeasured ? '時刻ごとの暑さ（実測）' : '時刻ごとの暑さ'} hint="WBGT ℃">
        <div className={styles['small']}>
          <ChartLegend plan={plan}>
            <LimitKeys lines={limitLines(plan.groups)} />
          </ChartLegend>
          <Chart plan={plan} isNarrow />
          <HourNames hours={plan.hours} />
        </div>
        <div className={styles['foot']}>
          <RestLegend hours={plan.hours} isMeasured={isMeasured} />
        </div>
      </SectionPanel>
    </>
  )
}

/** The hours under the drawing, every second one where there are many. */
const HourNames = ({ hours }: Pick<Plan, 'hours'>) => (
  <div className={styles['names']} aria-hidden="true">
    {hours.map(({ at, hour }, index) => (
      <span key={at}>{hours.length <= mostNames || index % 2 === 0 ? hour : ''}</span>
    ))}
  </div>
)

const mostNames = 12

type Props = {
  readonly plan: Plan
  /** Opens what can be tried. */
  readonly action: ReactNode
}

/** The heat of the day above the rests of each group: they share their columns. On a phone a card for each group. */
export const HoursPanel = ({ plan, action }: Props) => {
  const isNarrow = useNarrow()
  const frame = useScrollFocus('時刻ごとの休憩の表', '[data-scroller]')
  if (isNarrow) return <SmallHours plan={plan} action={action} />
  const { hours, placeName, groups, basis, officeId } = plan
  const isMeasured = basis === 'measured'
  const title = isMeasured ? '時刻ごとの暑さ（実測）と休憩の目安' : '時刻ごとの暑さと、1時間あたりの休憩'
  return (
    <div ref={frame} className={styles['panel']}>
      <SectionPanel title={title} aside={<ChartLegend plan={plan} />}>
        <div className={styles['scroll']} data-scroller>
          <div className={styles['wide']} style={{ minWidth: `${260 + hours.length * hourWidth}px` }}>
            <Chart plan={plan} isNarrow={false} />
            <RestsTable hours={hours} placeName={placeName} groups={groups} caption={title} isMeasured={isMeasured} />
          </div>
        </div>
        {!isMeasured && <DutyLines groups={groups} officeId={officeId} />}
        <div className={styles['foot']}>
          <RestLegend hours={hours} isMeasured={isMeasured} />
          {action}
        </div>
      </SectionPanel>
    </div>
  )
}
