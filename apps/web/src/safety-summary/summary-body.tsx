import { gradeNames } from '@mimamori/contract/labels'
import type { SafetySummary } from '@mimamori/contract/safety-summary'
import { LevelMark } from '../marks/level-mark.tsx'
import { AlertsByDay } from './alert-charts.tsx'
import { FiguresStrip } from './figures-strip.tsx'
import { GraveAlertsByHour, graveOf } from '../marks/charts/hour-chart.tsx'
import { HeatGrid, HeatLegend } from './heat-grid.tsx'
import { sumOf } from '../marks/charts/count-scale.ts'
import { EmergenciesPanel } from './emergencies-panel.tsx'
import { ExposurePanel } from './exposure-panel.tsx'
import { GroupsPanel, PlacesPanel } from './place-tables.tsx'
import { PublicAlertsSection } from './public-alerts-section.tsx'
import { KindsSection, OutcomesSection, ResponseSection } from './response-section.tsx'
import styles from './summary-body.module.css'
import { Nothing, Section, SectionPanel, SummaryPanel } from '../marks/charts/summary-panel.tsx'
import { GroupRestsPanel } from './group-rests-panel.tsx'
import { AfterAlertsPanel, RecoveryPanel } from './rest-panels.tsx'
import { StrainSection } from './strain-section.tsx'
import { WbgtChart } from './wbgt-chart.tsx'

const LevelLegend = () => (
  <ul className={styles['legend']} aria-label="アラートの凡例">
    {(['emergency', 3, 2, 1] as const).map((grade) => (
      <li key={grade}>
        <LevelMark grade={grade} size={16} decorative />
        {gradeNames[grade]}
      </li>
    ))}
  </ul>
)

const noAlerts = <Nothing>アラートはありませんでした。</Nothing>

const DaysPanel = ({ days, publicAlerts }: Pick<SafetySummary, 'days' | 'publicAlerts'>) => {
  const isMeasured = days.some(({ wbgtMax }) => wbgtMax !== null)
  return (
    <SummaryPanel>
      <Section title="日ごとのアラート" hint="件" aside={<LevelLegend />}>
        {days.some((day) => sumOf(day) > 0) ? <AlertsByDay days={days} /> : noAlerts}
      </Section>
      <Section title="日ごとのWBGT最高" hint="℃・現場の最高。点線は28">
        {isMeasured ? <WbgtChart days={days} /> : <Nothing>WBGTの測定値はありません。</Nothing>}
      </Section>
      {publicAlerts !== null && <PublicAlertsSection alerts={publicAlerts} />}
      {isMeasured && (
        <Section title="日と時刻ごとのWBGT" hint="℃・1時間の最高" aside={<HeatLegend />}>
          <HeatGrid days={days} />
        </Section>
      )}
    </SummaryPanel>
  )
}

/** The whole summary, most needed first. */
export const SummaryBody = ({ summary }: { readonly summary: SafetySummary }) => (
  <div className={styles['body']}>
    <FiguresStrip summary={summary} />
    <div className={styles['days']}>
      <DaysPanel days={summary.days} publicAlerts={summary.publicAlerts} />
      <div className={styles['side']}>
        <SectionPanel title="時刻ごとの警戒以上" hint="件・始まった時刻">
          {summary.hours.some((hour) => graveOf(hour) > 0) ? (
            <GraveAlertsByHour hours={summary.hours} />
          ) : (
            <Nothing>警戒以上のアラートはありませんでした。</Nothing>
          )}
        </SectionPanel>
        <SummaryPanel>
          <ResponseSection response={summary.response} />
          <OutcomesSection outcomes={summary.outcomes} />
        </SummaryPanel>
      </div>
    </div>
    <div className={styles['days']}>
      <AfterAlertsPanel rests={summary.rests} />
      <RecoveryPanel rests={summary.rests} />
    </div>
    <GroupRestsPanel rests={summary.rests} />
    <div className={styles['halves']}>
      <PlacesPanel places={summary.places} />
      <EmergenciesPanel emergencies={summary.emergencies} />
    </div>
    <div className={styles['thirds']}>
      <ExposurePanel heat={summary.heat} exposure={summary.exposure} />
      <GroupsPanel groups={summary.groups} />
      <SummaryPanel>
        <KindsSection kinds={summary.kinds} />
        <StrainSection strain={summary.strain} />
      </SummaryPanel>
    </div>
  </div>
)
