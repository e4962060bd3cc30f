import type { AlertRecord } from '@mimamori/contract/alert-record'
import { foldNotices, type NoticeLine, repeatWords } from '@mimamori/contract/notice-lines'
import { noticeState, receiverOf, refusedWords, wayOf } from '@mimamori/contract/notice-words'
import { clockOf } from '../../platform/japan-time.ts'
import { RecordPanel } from './record-panel.tsx'
import styles from './record-notices.module.css'

type Notice = AlertRecord['told'][number]

const Line = ({ line }: { readonly line: NoticeLine }) => {
  const { notice } = line
  const repeats = repeatWords(line)
  const refused = refusedWords(notice)
  return (
    <tr>
      <td className={styles['receiver']}>{receiverOf(notice)}</td>
      <td>{wayOf(notice)}</td>
      <td>
        {clockOf(notice.at)}
        {repeats !== undefined && <span className={styles['more']}>{repeats}</span>}
      </td>
      <td>
        {noticeState(notice)}
        {refused !== undefined && <span className={styles['more']}>{refused}</span>}
      </td>
      <td>{notice.answeredAt === null ? '―' : clockOf(notice.answeredAt)}</td>
    </tr>
  )
}

/** Who was notified, how, and with which result; repeats are counted. */
export const RecordNotices = ({ told }: { readonly told: readonly Notice[] }) => (
  <RecordPanel title="知らせた相手" hint={told.length === 0 ? undefined : `${told.length}件`}>
    {told.length === 0 ? (
      <p className={styles['nobody']}>メールとプッシュ、通知先へは送っていません。</p>
    ) : (
      <table className={styles['table']}>
        <thead>
          <tr>
            <th scope="col">宛先</th>
            <th scope="col">方法</th>
            <th scope="col">送信</th>
            <th scope="col">状態</th>
            <th scope="col">応答</th>
          </tr>
        </thead>
        <tbody>
          {foldNotices(told).map((line, index) => (
            <Line key={index} line={line} />
          ))}
        </tbody>
      </table>
    )}
  </RecordPanel>
)
