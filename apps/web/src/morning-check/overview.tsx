import CheckCircleOutlined from '@ant-design/icons/CheckCircleOutlined'
import LockOutlined from '@ant-design/icons/LockOutlined'
import type { CheckQuestion } from '@mimamori/contract/check-questions'
import { checkAdvice, checkAnswerInWords, checkMarkOf } from '@mimamori/contract/check-words'
import { Button } from 'antd'
import { useState } from 'react'
import type { ShownCheck } from '../organisation/checks/apply-unsent.ts'
import { sendFollowUp } from '../organisation/checks/check-actions.ts'
import { clockOf } from '../platform/japan-time.ts'
import { partsOf } from './check-order.ts'
import { MoveDialog } from './move-dialog.tsx'
import styles from './overview.module.css'

type CheckParts = { readonly questions: readonly CheckQuestion[]; readonly onAsk: (userId: number) => void }
type RowProps = CheckParts & { readonly row: ShownCheck }

const Unsent = ({ row }: { readonly row: ShownCheck }) => (row.isUnsent ? <small className={styles['unsent']}>未送信</small> : null)

const Marks = ({ row, questions }: Omit<RowProps, 'onAsk'>) => (
  <span className={styles['marks']} aria-hidden="true">
    {questions.map((question) => (
      <span key={question.key} data-counted={row.counted.includes(question.key)}>
        {checkMarkOf(question)}
      </span>
    ))}
  </span>
)

const surnameOf = (fullName: string | null): string => fullName?.split(/[\s　]/)[0] ?? ''

const Done = ({ at, by, what }: { readonly at: string | null; readonly by: string | null; readonly what: string }) =>
  at === null ? null : (
    <p className={styles['done']}>
      <CheckCircleOutlined aria-hidden="true" />
      {clockOf(at)} {surnameOf(by)}が{what}
    </p>
  )

/** Somebody to talk to: what they said, what to do, and what was done. */
const AttentionRow = ({ row, questions, onAsk }: RowProps) => {
  const [isMoving, setMoving] = useState(false)
  const [isSending, setSending] = useState(false)
  const words = questions.flatMap((question) => {
    const value = row.answers?.[question.key]
    return value !== undefined && row.counted.includes(question.key) ? [checkAnswerInWords(question, value)] : []
  })
  const talk = async () => {
    setSending(true)
    await sendFollowUp(row, 'talked')
    setSending(false)
  }
  return (
    <li className={styles['person']}>
      <div className={styles['name']}>
        <h2>
          {row.fullName} <Unsent row={row} />
        </h2>
        <Marks row={row} questions={questions} />
      </div>
      <p>{words.join('・')}</p>
      <p className={styles['advice']}>{checkAdvice(row.counted)}</p>
      <Done at={row.talkedAt} by={row.talkedBy} what="声をかけた" />
      <Done at={row.movedAt} by={row.movedBy} what={`持ち場を変えた${row.movedTo === null ? '' : `（${row.movedTo}）`}`} />
      <div className={styles['buttons']}>
        {row.talkedAt === null && (
          <Button loading={isSending} onClick={() => void talk()} aria-label={`${row.fullName}さんに声をかけた`}>
            声をかけた
          </Button>
        )}
        {row.movedAt === null && (
          <Button onClick={() => setMoving(true)} aria-label={`${row.fullName}さんの持ち場を変える`}>
            持ち場を変える
          </Button>
        )}
        {row.talkedAt !== null && row.movedAt !== null && (
          <Button type="text" onClick={() => onAsk(row.userId)} aria-label={`${row.fullName}さんの答えを直す`}>
            答えを直す
          </Button>
        )}
      </div>
      {isMoving && <MoveDialog person={row} onClose={() => setMoving(false)} />}
    </li>
  )
}

const LeftRow = ({ row, onAsk, note }: Omit<RowProps, 'questions'> & { readonly note: string }) => (
  <li className={styles['left']}>
    <strong>{row.fullName}</strong>
    <span>
      {note} <Unsent row={row} />
    </span>
    <Button onClick={() => onAsk(row.userId)} aria-label={`${row.fullName}さんに聞く`}>
      {row.state === 'none' ? '答える' : '聞き直す'}
    </Button>
  </li>
)

const Count = ({ label, people }: { readonly label: string; readonly people: number }) => (
  <div>
    <dt>{label}</dt>
    <dd>
      <strong>{people}</strong>人
    </dd>
  </div>
)

/** Who to talk to before work, who is left, and who is as usual. */
export const Overview = ({ rows, questions, onAsk }: CheckParts & { readonly rows: readonly ShownCheck[] }) => {
  const { attention, usual, refused, left } = partsOf(rows)
  const [first] = left
  return (
    <div className={styles['overview']}>
      <dl className={styles['counts']}>
        <Count label="声をかける人" people={attention.length} />
        <Count label="いつもどおり" people={usual.length} />
        <Count label="まだ" people={left.length} />
      </dl>
      {first !== undefined && (
        <Button type="primary" className={styles['start'] ?? ''} onClick={() => onAsk(first.userId)}>
          {left.length === rows.length ? `始める（${rows.length}人）` : `まだの${left.length}人に聞く`}
        </Button>
      )}
      {attention.length > 0 && (
        <ul aria-label="声をかける人">
          {attention.map((row) => (
            <AttentionRow key={row.userId} row={row} questions={questions} onAsk={onAsk} />
          ))}
        </ul>
      )}
      <ul aria-label="ほかの人">
        {left.map((row) => (
          <LeftRow key={row.userId} row={row} note="まだ答えていない" onAsk={onAsk} />
        ))}
        {refused.map((row) => (
          <LeftRow key={row.userId} row={row} note="回答しない" onAsk={onAsk} />
        ))}
        {usual.length > 0 && (
          <li>
            <details className={styles['usual']}>
              <summary>いつもどおり {usual.length}人</summary>
              <ul>
                {usual.map((row) => (
                  <LeftRow key={row.userId} row={row} note={row.answeredAt === null ? '' : clockOf(row.answeredAt)} onAsk={onAsk} />
                ))}
              </ul>
            </details>
          </li>
        )}
      </ul>
      <p className={styles['readBy']}>
        <LockOutlined aria-hidden="true" />
        答えを見るのは、職長と拠点管理者だけです。答えは30日で消え、会社の集計に名前は出ません。
      </p>
    </div>
  )
}
