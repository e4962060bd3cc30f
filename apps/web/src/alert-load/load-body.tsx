import type { AlertLoad } from '@mimamori/contract/alert-load'
import { gradeNames } from '@mimamori/contract/labels'
import { GraveAlertsByHour, graveOf } from '../marks/charts/hour-chart.tsx'
import { Nothing, SectionPanel } from '../marks/charts/summary-panel.tsx'
import { LevelMark } from '../marks/level-mark.tsx'
import { CrewPanel } from './crew-panel.tsx'
import { DayChart } from './day-chart.tsx'
import { KeyFigures } from './key-figures.tsx'
import styles from './load-body.module.css'
import { sumOf } from './load-words.ts'
import { PersonsPanel, ReceiversPanel } from './people-panels.tsx'
import { ReasonsPanel } from './reasons-panel.tsx'

const Legend = () => (
  <ul className={styles['legend']} aria-label="アラートの凡例">
    {(['emergency', 3, 2, 1] as const).map((grade) => (
      <li key={grade}>
        <LevelMark grade={grade} size={16} decorative />
        {gradeNames[grade]}
      </li>
    ))}
    <li>
      <span className={styles['others']} aria-hidden="true" />
      暑さ・安全帯・機器
    </li>
  </ul>
)

/** The period of a site: its figures, days, receivers, reasons, people and hours. */
export const LoadBody = ({ load }: { readonly load: AlertLoad }) => (
  <div className={styles['body']}>
    <KeyFigures load={load} />
    <div className={styles['wide']}>
      <SectionPanel title="日ごとのアラート" hint="件・始まった日" aside={<Legend />}>
        {sumOf(load.totals) > 0 ? <DayChart days={load.days} /> : <Nothing>アラートはありませんでした。</Nothing>}
      </SectionPanel>
      <ReceiversPanel receivers={load.receivers} days={load.days} />
    </div>
    <div className={styles['halves']}>
      <ReasonsPanel reasons={load.reasons} />
      <div className={styles['column']}>
        <CrewPanel crew={load.crew} people={load.people} />
        <SectionPanel title="時刻ごとの警戒以上" hint="件・始まった時刻">
          {load.hours.some((hour) => graveOf(hour) > 0) ? (
            <GraveAlertsByHour hours={load.hours} />
          ) : (
            <Nothing>警戒以上のアラートはありませんでした。</Nothing>
          )}
        </SectionPanel>
      </div>
    </div>
    <PersonsPanel persons={load.persons} />
  </div>
)
