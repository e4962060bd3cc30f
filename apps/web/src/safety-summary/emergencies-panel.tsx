import { outcomeNames } from '@mimamori/contract/alert'
import { gradeNames, labels } from '@mimamori/contract/labels'
import type { SafetySummary } from '@mimamori/contract/safety-summary'
import { screens } from '@mimamori/contract/screens'
import { Link } from '@tanstack/react-router'
import { LevelMark } from '../marks/level-mark.tsx'
import { useNarrow } from '../platform/use-media.ts'
import { Nothing, SectionPanel } from '../marks/charts/summary-panel.tsx'
import styles from '../marks/charts/tables.module.css'
import { nothing, waitInWords } from '../marks/charts/figure-words.ts'
import { dayAndClock } from './words.ts'

const waitOf = (seconds: number | null): string => {
  if (seconds === null) return '確認なし'
  const { value, unit } = waitInWords(seconds)
  return `${value}${unit}`
}

type Emergency = SafetySummary['emergencies'][number]

const When = ({ id, at }: Emergency) => (
  <th scope="row" className={styles['when']}>
    <LevelMark grade="emergency" size={16} decorative />
    <Link to={screens.alertRecord.path} params={{ id: String(id) }}>
      {dayAndClock(at)}
      <span className="visually-hidden">の記録</span>
    </Link>
  </th>
)

const Who = ({ fullName, groupName }: Emergency) => (
  <>
    <strong className={styles['name']}>{fullName ?? nothing}</strong>
    {groupName !== null && <span className={styles['under']}>{groupName}</span>}
  </>
)

const outcomeOf = ({ outcome }: Emergency) => (outcome === null ? '未完了' : outcomeNames[outcome])

const WideRows = ({ emergencies }: Pick<SafetySummary, 'emergencies'>) => (
  <>
    <thead>
      <tr>
        <th scope="col">発生</th>
        <th scope="col">氏名</th>
        <th scope="col">{labels.alert.reason}</th>
        <th scope="col" className={styles['number']}>
          確認まで
        </th>
        <th scope="col">{labels.alert.outcome}</th>
      </tr>
    </thead>
    <tbody>
      {emergencies.map((emergency) => (
        <tr key={emergency.id}>
          <When {...emergency} />
          <td>
            <Who {...emergency} />
          </td>
          <td className={styles['words']}>{emergency.reason}</td>
          <td className={styles['number']}>{waitOf(emergency.answeredSeconds)}</td>
          <td className={styles['outcome']}>{outcomeOf(emergency)}</td>
        </tr>
      ))}
    </tbody>
  </>
)

/** A phone has room for three columns. */
const NarrowRows = ({ emergencies }: Pick<SafetySummary, 'emergencies'>) => (
  <>
    <thead>
      <tr>
        <th scope="col">発生</th>
        <th scope="col">氏名・{labels.alert.reason}</th>
        <th scope="col">確認まで・{labels.alert.outcome}</th>
      </tr>
    </thead>
    <tbody>
      {emergencies.map((emergency) => (
        <tr key={emergency.id}>
          <When {...emergency} />
          <td>
            <Who {...emergency} />
            {emergency.reason}
          </td>
          <td>
            {waitOf(emergency.answeredSeconds)}
            <br />
            {outcomeOf(emergency)}
          </td>
        </tr>
      ))}
    </tbody>
  </>
)

/** Each emergency, with the way to its record. */
export const EmergenciesPanel = ({ emergencies }: Pick<SafetySummary, 'emergencies'>) => {
  const narrow = useNarrow()
  return (
    <SectionPanel title={`${gradeNames.emergency}の記録`} hint={`${emergencies.length}件`}>
      {emergencies.length === 0 ? (
        <Nothing>{gradeNames.emergency}はありませんでした。</Nothing>
      ) : (
        <table className={styles['table']}>{narrow ? <NarrowRows {...{ emergencies }} /> : <WideRows {...{ emergencies }} />}</table>
      )}
    </SectionPanel>
  )
}
