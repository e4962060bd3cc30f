import type { AlertRecord } from '@mimamori/contract/alert-record'
import { noticeChannelNames, noticeState, receiverOf, refusedWords } from '@mimamori/contract/notice-words'
import { clockOf } from '../platform/japan-time.ts'
import { RecordPanel } from './record-panel.tsx'
import styles from './record-told.module.css'

type Notice = AlertRecord['told'][number]

const Line = ({ notice }: { readonly notice: Notice }) => {
  const refused = refusedWords(notice)
  return (
    <tr>
      <td className={styles['receiver']}>{receiverOf(notice)}</td>
      <td>{noticeChannelNames[notice.channel]}</td>
      <td>{clockOf(notice.at)}</td>
      <td>
        {noticeState(notice)}
        {refused !== undefined && <span className={styles['refused']}>{refused}</span>}
      </td>
      <td>{notice.answeredAt === null ? '―' : clockOf(notice.answeredAt)}</td>
    </tr>
  )
}

/** Who was told, how, and what became of it. */
export const RecordTold = ({ told }: { readonly told: readonly Notice[] }) => (
  <RecordPanel title="知らせた人" hint={told.length === 0 ? undefined : `${told.length}件`}>
    {told.length === 0 ? (
      <p className={styles['nobody']}>メールとプッシュは送っていません。</p>
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
          {told.map((notice, index) => (
            <Line key={index} notice={notice} />
          ))}
        </tbody>
      </table>
    )}
  </RecordPanel>
)
