import CheckOutlined from '@ant-design/icons/CheckOutlined'
import ExclamationCircleFilled from '@ant-design/icons/ExclamationCircleFilled'
import ExclamationCircleOutlined from '@ant-design/icons/ExclamationCircleOutlined'
import MinusOutlined from '@ant-design/icons/MinusOutlined'
import QuestionOutlined from '@ant-design/icons/QuestionOutlined'
import { type OperationPart, operationPartNames, type OperationState, operationStateNames } from '@mimamori/contract/operation'
import { Panel } from '../kit/panel.tsx'
import { momentInWords } from '../platform/japan-time.ts'
import styles from './operation.module.css'

const icons: Record<OperationState, typeof CheckOutlined> = {
  needsHand: ExclamationCircleFilled,
  attention: ExclamationCircleOutlined,
  unknown: QuestionOutlined,
  normal: CheckOutlined,
  unused: MinusOutlined,
}

/** A state by its shape and its word. */
export const StateMark = ({ state }: { readonly state: OperationState }) => {
  const Icon = icons[state]
  return (
    <span className={styles['state']} data-state={state}>
      <Icon aria-hidden="true" />
      {operationStateNames[state]}
    </span>
  )
}

const Part = ({ part, now }: { readonly part: OperationPart; readonly now: number }) => (
  <li className={styles['part']} data-state={part.state} aria-label={operationPartNames[part.part]}>
    <StateMark state={part.state} />
    <div className={styles['words']}>
      <h2 className={styles['name']}>{operationPartNames[part.part]}</h2>
      <p>{part.meaning}</p>
      {part.action !== null && <p className={styles['action']}>{part.action}</p>}
      {part.since !== null && part.state !== 'normal' && part.state !== 'unused' && (
        <p className={styles['since']}>{`${momentInWords(Date.parse(part.since), now)}から`}</p>
      )}
    </div>
    {part.facts.length > 0 && (
      <dl className={styles['facts']}>
        {part.facts.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    )}
  </li>
)

/** The parts of the service, in the order given. @param now the instant at which they were read, ms */
export const PartsPanel = ({ parts, now }: { readonly parts: readonly OperationPart[]; readonly now: number }) => (
  <Panel>
    <ul className={styles['parts']}>
      {parts.map((part) => (
        <Part key={part.part} part={part} now={now} />
      ))}
    </ul>
  </Panel>
)
