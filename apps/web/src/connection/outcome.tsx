import ExclamationCircleFilled from '@ant-design/icons/ExclamationCircleFilled'
import type { ConnectionTrialResult } from '@mimamori/contract/connection'
import type { MappingEntry } from '@mimamori/contract/connection-mapping'
import { EstimatedMark } from '../marks/estimated-mark.tsx'
import { estimateOf } from './estimate.ts'
import { canJudgeHeat, noHeatJudged } from './heat-fields.ts'
import { likelyKind } from './mapping-draft.ts'
import styles from './mapping-rows.module.css'

const leads = { rejected: 'このままでは受け取れません。', left: '測定値として読みません。' } as const

/** What the ingestion makes of a meter's values where it gives no WBGT. */
export const EstimateLine = ({ tried }: { readonly tried: ConnectionTrialResult }) => {
  const estimate = estimateOf(tried)
  if (estimate === null) return null
  return (
    <p className={styles['outcome']}>
      <span>
        WBGTは届かないので、気温・湿度・黒球温度から <strong>{estimate.toFixed(1)}</strong> ℃ <EstimatedMark /> とします。
      </span>
    </p>
  )
}

/** That heat cannot be judged by a meter: of its last message, and before there is one by what its mapping fills. */
export const NoHeatLine = ({ tried, entries }: { readonly tried: ConnectionTrialResult; readonly entries: readonly MappingEntry[] }) => {
  const isUnable =
    tried.message === null ? entries.length > 0 && likelyKind(entries) === 'heat' && !canJudgeHeat(entries) : tried.judgesHeat === false
  if (!isUnable) return null
  return (
    <p className={styles['outcome']} role="status">
      <ExclamationCircleFilled aria-hidden="true" />
      <span>{noHeatJudged}</span>
    </p>
  )
}

/** Whether the last message would be taken as a reading, and if not, why. */
export const Outcome = ({ tried: { message, outcome, reason, devEui, serialNumber } }: { readonly tried: ConnectionTrialResult }) => {
  if (message == null) return null
  if (outcome === 'accepted') return <p className={styles['outcome']}>この1件は、「{serialNumber}」の測定値になります。</p>
  const missing = serialNumber === null && devEui !== null && outcome === 'rejected'
  return (
    <p className={styles['outcome']}>
      <ExclamationCircleFilled aria-hidden="true" />
      <span>
        {missing && reason === null ? `DevEUI「${devEui}」の機器を、上の表で選んでください。` : `${leads[outcome]}${reason ?? ''}`}
      </span>
    </p>
  )
}
