import CheckCircleOutlined from '@ant-design/icons/CheckCircleOutlined'
import CloseCircleOutlined from '@ant-design/icons/CloseCircleOutlined'
import { alertKindNames } from '@mimamori/contract/alert'
import { type DeviceAlarm, deviceAlarms } from '@mimamori/contract/ingest'
import type { IngestTrial } from '@mimamori/contract/ingest-status'
import { deviceKindNames } from '@mimamori/contract/kbn'
import { readingLabels } from '@mimamori/contract/reading-labels'
import type { ReactNode } from 'react'
import { useNow } from '../../platform/clock.ts'
import { clockErrorInWords, clockToSecond } from '../words.ts'
import styles from './trial.module.css'

const outcomes = {
  accepted: '受け取ります',
  duplicate: '前に受け取ったものと同じなので、数えません',
  refused: '断ります',
} as const satisfies Record<IngestTrial['outcome'], string>

const labels: Readonly<Record<string, string>> = readingLabels

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

const valueInWords = (value: string | number | boolean | null): string => {
  if (value === null) return '送られなかったものとして扱います'
  if (typeof value === 'boolean') return value ? 'はい' : 'いいえ'
  return String(value)
}

const alarmNames = {
  fall: alertKindNames.fall,
  noMotion: alertKindNames.noMotion,
  heat: alertKindNames.deviceHeat,
  help: alertKindNames.help,
} as const satisfies Record<DeviceAlarm, string>

const readInWords = (field: string, value: IngestTrial['values'][number]['value']): string => {
  const alarm = deviceAlarms.find((one) => field === 'alarm' && one === value)
  return alarm === undefined ? valueInWords(value) : alarmNames[alarm]
}

/** A call or an alarm that is older than this when it comes is history. */
const calledMs = 24 * 3_600_000

const emergencyInWords = ({ call, alarm, isWorn, at }: IngestTrial, now: number): string => {
  if (at !== null && now - Date.parse(at) > calledMs) return '24時間より前の測定値なので、緊急として知らせません。'
  const causes = [...(call ? [readingLabels.call] : []), ...(alarm === null ? [] : [alarmNames[alarm]])]
  return `本当に届いたときは、${isWorn ? '' : '拠点の'}緊急（${causes.join('、')}）として知らせます。`
}

const Device = ({ device }: { readonly device: NonNullable<IngestTrial['device']> }) => (
  <>
    {deviceKindNames[device.kind]} <span className="id">{device.serialNumber}</span>
    {device.deviceName !== null && `（${device.deviceName}）`}
    {device.isElsewhere && <p>「{device.officeName}」に登録された機器です。その拠点の測定値になります。</p>}
  </>
)

const Refusal = ({ reason, field, value }: Pick<IngestTrial, 'reason' | 'field' | 'value'>) => (
  <Fact name="理由">
    {reason}
    {field !== null && (
      <p>
        {labels[field] ?? field} {value !== null && <span className={styles['sent']}>{value}</span>}
      </p>
    )}
  </Fact>
)

const Taken = ({ trial }: { readonly trial: IngestTrial }) => {
  const { outcome, values, wearer, isWorn: hasWearer, device, at, clockErrorSeconds, call, alarm, estimatedWbgt, unknownGateway } = trial
  const now = useNow(60_000)
  const isWorn = device?.kind === 'vital' || device?.kind === 'belt'
  return (
    <>
      {at !== null && (
        <Fact name={readingLabels.at}>
          {clockToSecond(at, now)}
          {clockErrorSeconds !== 0 && <p>機器の時計の {clockErrorInWords(clockErrorSeconds)} を直した時刻です。</p>}
        </Fact>
      )}
      {isWorn && (
        <Fact name="着けている人">{hasWearer ? (wearer?.fullName ?? '表示できない人です') : 'いません。だれの体調にもなりません。'}</Fact>
      )}
      {outcome === 'accepted' && (call || alarm !== null) && <Fact name="緊急">{emergencyInWords(trial, now)}</Fact>}
      {estimatedWbgt !== null && <Fact name="推定WBGT">{estimatedWbgt.toFixed(1)} ℃</Fact>}
      {unknownGateway !== null && <Fact name={readingLabels.gateway}>{unknownGateway} は登録がありません。測定値は受け取ります。</Fact>}
      <Fact name="読んだ項目">
        {values.length === 0 ? (
          'ありません'
        ) : (
          <ul>
            {values.map(({ field, value, unit }) => (
              <li key={field}>
                {labels[field] ?? field} <strong>{readInWords(field, value)}</strong> {value !== null && unit}
              </li>
            ))}
          </ul>
        )}
      </Fact>
    </>
  )
}

/** What would become of a reading, in words. */
export const TrialResult = ({ trial }: { readonly trial: IngestTrial }) => {
  const { outcome, warnings, device } = trial
  const Icon = outcome === 'refused' ? CloseCircleOutlined : CheckCircleOutlined
  return (
    <>
      <p className={styles['outcome']} data-outcome={outcome}>
        <Icon aria-hidden="true" /> {outcomes[outcome]}
      </p>
      <dl className={styles['facts']}>
        {outcome === 'refused' && <Refusal {...trial} />}
        {device !== null && (
          <Fact name="機器">
            <Device device={device} />
          </Fact>
        )}
        {outcome !== 'refused' && <Taken trial={trial} />}
        {warnings.length > 0 && (
          <Fact name="読まない項目">
            <ul>
              {warnings.map(({ field, hint }) => (
                <li key={field}>
                  <strong className="id">"{field}"</strong> は読みません{hint !== null && `：${hint} では？`}
                </li>
              ))}
            </ul>
          </Fact>
        )}
      </dl>
      <p className={styles['kept']}>この1件は、判定も保存もしていません。</p>
    </>
  )
}
