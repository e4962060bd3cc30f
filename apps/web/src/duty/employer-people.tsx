import { duty, type DutyBriefing, briefingMeansNames } from '@mimamori/contract/duty'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { confirm, showFailure } from '../kit/dialogs.ts'
import { NoAnswerYet } from '../kit/no-answer-yet.tsx'
import { notify } from '../kit/notify.ts'
import { call } from '../platform/api.ts'
import { serverNow } from '../platform/clock.ts'
import { queryClient, queryOf } from '../platform/query.ts'
import styles from './employer-people.module.css'
import { languageInWords, momentOf } from './words.ts'

const atFirst = 10
const more = 200

type Props = { readonly officeId: number; readonly version: number; readonly affiliation: string }

const withdrawableMs = 24 * 3_600_000

const withdraw = async (officeId: number, { id, fullName }: DutyBriefing): Promise<void> => {
  const body = `${fullName}さんへの周知の記録を取り消します。取り消したことは、操作の記録に残ります。`
  if (id === null || !(await confirm({ body, verb: '取り消す' }))) return
  try {
    await call(duty.withdraw, { params: { officeId, id } })
    notify.success('取り消しました。')
  } catch (error) {
    void showFailure(error)
  }
  for (const path of [duty.briefings.path, duty.register.path]) void queryClient.invalidateQueries({ queryKey: [path] })
}

/** Of a slip: within a day, and not of what the person confirmed. */
const isWithdrawable = ({ at, means }: DutyBriefing): boolean =>
  at !== null && means !== 'page' && Date.parse(at) > serverNow() - withdrawableMs

const Person = ({ row, officeId }: { readonly row: DutyBriefing; readonly officeId: number }) => (
  <li>
    <span className={styles['name']}>{row.fullName}</span>
    {row.at === null || row.means === null ? (
      <strong>まだ</strong>
    ) : (
      <>
        <span>{momentOf(row.at)}</span>
        <span>{briefingMeansNames[row.means]}</span>
        <span>{row.means === 'page' ? '本人が確認' : row.by}</span>
        <span>{languageInWords(row.language)}</span>
        {isWithdrawable(row) && (
          <Button type="link" aria-label={`${row.fullName}さんへの周知を取り消す`} onClick={() => void withdraw(officeId, row)}>
            取り消す
          </Button>
        )}
      </>
    )}
  </li>
)

/** The people of an employer: those who were not briefed first, then when, how, by whom and in which language the others were. */
export const EmployerPeople = ({ officeId, version, affiliation }: Props) => {
  const [limit, setLimit] = useState(atFirst)
  const of = (missing: boolean) => queryOf(duty.briefings, { params: { officeId }, query: { affiliation, version, missing, limit } })
  const missing = useQuery({ ...of(true), enabled: version > 0 })
  const briefed = useQuery({ ...of(false), enabled: version > 0 })
  if (version === 0) return <p className={styles['none']}>体制と手順を保存すると、周知を記録できます。</p>
  if (missing.data === undefined || briefed.data === undefined)
    return <NoAnswerYet result={missing.data === undefined ? missing : briefed} height={96} />
  const rows = [...missing.data.data, ...briefed.data.data]
  const hidden = missing.data.count + briefed.data.count - rows.length
  return (
    <>
      <ul className={styles['people']}>
        {rows.map((row) => (
          <Person key={`${String(row.id)} ${row.userId}`} row={row} officeId={officeId} />
        ))}
      </ul>
      {hidden > 0 && (
        <Button type="link" className={styles['more'] ?? ''} onClick={() => setLimit(Math.min(limit + more, 1_000))}>
          ほか{hidden}件
        </Button>
      )}
    </>
  )
}
