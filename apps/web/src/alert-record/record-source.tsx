import type { AlertRecord } from '@mimamori/contract/alert-record'
import type { ReactNode } from 'react'
import { correctionInWords } from '../marks/quality-words.ts'
import { correctedSpans } from '../marks/day-series.ts'
import { clockOf, dateOf, longDate, spanInWords } from '../platform/japan-time.ts'
import { RecordPanel } from './record-panel.tsx'
import styles from './record-outcome.module.css'

type Source = NonNullable<AlertRecord['source']>

const deviceNames: Record<NonNullable<Source['device']>['kind'], string> = {
  vital: '体調デバイス',
  belt: '安全帯',
  heat: '暑さ指数計',
  gateway: '親機・子機',
  barometer: '気圧基準器',
}

const placed = ({ serialNumber, locationName }: { readonly serialNumber: string; readonly locationName: string | null }) =>
  locationName === null ? serialNumber : `${serialNumber}（${locationName}）`

const received = (at: string, startedAt: string) =>
  `${longDate(dateOf(Date.parse(at)))} ${clockOf(at)} に受信（測定から${spanInWords(Date.parse(at) - Date.parse(startedAt))}後）`

const wbgtFrom = ({ episode: { wbgtMeasurementPoint: point } }: AlertRecord, source: Source['wbgtSource']): string | null => {
  const kind = source === 'public' ? '環境省の公表値' : source === 'measured' ? '現場の測定' : null
  if (kind === null) return point
  return point === null ? kind : `${kind}（${point}）`
}

/** What it was measured with, and what of that was corrected or came late. */
const factsOf = (record: AlertRecord): [name: string, value: ReactNode][] => {
  const { source, episode } = record
  const corrected = [...new Set(correctedSpans(record.readings).map(({ minutes }) => correctionInWords(minutes)))]
  const wbgt = wbgtFrom(record, source?.wbgtSource ?? null)
  const facts: [string, ReactNode | null][] = [
    [source?.device == null ? '機器' : deviceNames[source.device.kind], source?.device == null ? null : placed(source.device)],
    ['親機・子機', source?.gateway == null ? null : placed(source.gateway)],
    ['電池', source?.battery == null ? null : `${source.battery}／5`],
    ['WBGT', wbgt],
    ['時刻', corrected.length === 0 ? null : corrected.join('、')],
    ['受信', source?.receivedAt == null ? null : received(source.receivedAt, episode.startedAt)],
    ['心拍の上限', record.ageAssumed ? '生年月日の登録がないため、60歳として計算' : null],
  ]
  return facts.filter((fact): fact is [string, ReactNode] => fact[1] !== null)
}

export const RecordSource = ({ record }: { readonly record: AlertRecord }) => {
  const facts = factsOf(record)
  if (facts.length === 0) return null
  return (
    <RecordPanel title="測定">
      <dl className={styles['facts']}>
        {facts.map(([name, value]) => (
          <div key={name} className={styles['fact']}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </RecordPanel>
  )
}
