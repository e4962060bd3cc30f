import { message } from '@mimamori/contract'
import { type BackupFault, type BackupState, faultOfBackups } from '../../platform/backup/backup-runs.ts'
import { japanDayAndClock } from '../../platform/japan-time.ts'
import { type Assessment, unused, well } from './assessment.ts'

const megabytes = (bytes: number) => Math.ceil(bytes / 2 ** 20).toLocaleString('ja-JP')

const meanings: Readonly<Record<BackupFault, (state: BackupState) => string>> = {
  backupFailed: ({ lastBackup }) => message('backupFailed', { reason: lastBackup?.error ?? '' }),
  backupLate: () => message('backupLate'),
  checkFailed: ({ lastCheck }) => message('backupCheckFailed', { reason: lastCheck?.error ?? '' }),
  checkLate: () => message('backupCheckLate'),
}

const factsOf = ({ lastGood, lastCheck, lastPassed }: BackupState): Assessment['facts'] => [
  ...(lastGood === null
    ? []
    : [
        { name: '最後のバックアップ', value: japanDayAndClock(lastGood.startedAt) },
        ...(lastGood.bytes === null ? [] : [{ name: '大きさ', value: `${megabytes(lastGood.bytes)} MB` }]),
        ...(lastGood.warning === null ? [] : [{ name: '注意', value: lastGood.warning }]),
      ]),
  ...(lastPassed === null ? [] : [{ name: '復元を確かめた日', value: japanDayAndClock(lastPassed.startedAt) }]),
  ...(lastCheck?.state === 'impossible' ? [{ name: '復元の確認', value: lastCheck.error ?? '' }] : []),
]

/**
 * The backups by schedule.
 * @param since when the oldest process that makes them was started; null where none are to be made
 */
export const assessBackup = (state: BackupState, since: Date | null, now: Date): Assessment => {
  if (since === null) return { ...unused(message('backupUnused')), facts: factsOf(state) }
  const fault = faultOfBackups(state, since, now)
  if (fault === undefined) return { ...well(message('backupWell')), facts: factsOf(state) }
  return { state: 'needsHand', meaning: meanings[fault](state), action: message('backupAction'), facts: factsOf(state) }
}
