import type { SafetySummary } from '@mimamori/contract/safety-summary'
import { Bars } from '../marks/charts/bars.tsx'
import { shareOf } from '../marks/charts/figure-words.ts'
import { Nothing, Section, SummaryPanel } from '../marks/charts/summary-panel.tsx'
import { RestHours } from './rest-hours.tsx'
import styles from './rest-panels.module.css'

type Props = Pick<SafetySummary, 'rests'>

/** How soon rest followed the alerts, and when in the day. */
export const AfterAlertsPanel = ({ rests }: Props) => {
  const { alerts, within15, within30, later, none } = rests
  const bars = [
    { name: '15分以内', count: within15 },
    { name: '15〜30分', count: within30 - within15 },
    { name: '30分より後', count: later },
    { name: '休憩なし', count: none, isHatched: true },
  ]
  return (
    <SummaryPanel>
      <Section title="アラートのあとの休憩" hint={alerts === 0 ? undefined : `人の緊急・危険・警戒 ${alerts}件`}>
        {alerts === 0 ? (
          <Nothing>休憩の要るアラートはありませんでした。</Nothing>
        ) : (
          <div className={styles['after']}>
            <p>
              <strong>{shareOf(within30, alerts)}</strong>
              <span>30分以内に休憩</span>
              <span>
                {within30}件／{alerts}件
              </span>
            </p>
            <Bars
              label="アラートのあとの休憩"
              full={alerts}
              bars={bars.map((bar) => ({ ...bar, note: ` ${shareOf(bar.count, alerts)}` }))}
            />
          </div>
        )}
      </Section>
      {alerts > 0 && (
        <Section title="時刻ごと" hint="件・始まった時刻。塗ったところが30分以内に休憩">
          <RestHours hours={rests.hours} />
        </Section>
      )}
    </SummaryPanel>
  )
}

/** Whether the hearts of those who rested came down, and how rests are counted. */
export const RecoveryPanel = ({ rests: { recovery } }: Props) => {
  const { rested, recovered, medianMinutes, unknown } = recovery
  return (
    <SummaryPanel>
      <Section
        title="休んで回復したか"
        hint={rested === 0 ? undefined : `休憩した ${rested}件${medianMinutes === null ? '' : `・下がるまで ${medianMinutes}分（中央値）`}`}
      >
        {rested === 0 ? (
          <Nothing>アラートのあとの休憩はありませんでした。</Nothing>
        ) : (
          <Bars
            label="休んで回復したか"
            full={rested}
            bars={[
              { name: '心拍が下がった', count: recovered },
              { name: '下がった記録なし', count: rested - recovered - unknown },
              { name: '比べられる心拍なし', count: unknown, isHatched: true },
            ].map((bar) => ({ ...bar, note: ` ${shareOf(bar.count, rested)}` }))}
          />
        )}
      </Section>
      <Section title="休憩の数え方">
        <p className={styles['how']}>
          休憩所で5分以上続けて受信したとき、または職長などが休憩させたときに数えます。休憩所のある拠点では、休憩所で一度も受信しなかった休憩は数えません。途絶した時間は数えません。心拍は、5分間の平均（5分より間隔の長いタグでは続く2回）が、本人の目安より20、目安がなければアラートのときより20
          bpm下がったときに、下がったとします。
        </p>
      </Section>
    </SummaryPanel>
  )
}
