import DownOutlined from '@ant-design/icons/DownOutlined'
import UpOutlined from '@ant-design/icons/UpOutlined'
import { duty, type DutyCount } from '@mimamori/contract/duty'
import { useState } from 'react'
import { NoAnswerYet } from '../kit/no-answer-yet.tsx'
import { PhoneLink } from '../kit/phone-link.tsx'
import { StaleBanner } from '../kit/stale-banner.tsx'
import { useLiveQuery } from '../kit/use-live-query.ts'
import { dateOf } from '../platform/japan-time.ts'
import { queryOf } from '../platform/query.ts'
import { Card } from './card.tsx'
import { EmployerPeople } from './employer-people.tsx'
import styles from './employers-panel.module.css'
import { dayInWords } from './words.ts'

const askAgainMs = 30_000

const Answerable = ({ affiliation, person }: DutyCount) => {
  if (affiliation === null) return null
  return person === null ? <span className={styles['nobody']}>責任者が未登録です</span> : <span>{person}</span>
}

type EmployerProps = {
  readonly officeId: number
  readonly version: number
  readonly employer: DutyCount
  readonly isOpen: boolean
  readonly onToggle: () => void
}

const Employer = ({ officeId, version, employer, isOpen, onToggle }: EmployerProps) => {
  const { affiliation, people, briefed, lastAt, phone } = employer
  const missing = people - briefed
  return (
    <li data-open={isOpen}>
      <button type="button" className={styles['employer']} aria-expanded={isOpen} onClick={onToggle}>
        <span className={styles['name']}>
          <strong>{affiliation ?? '所属会社なし'}</strong> <Answerable {...employer} />
        </span>
        <span className={styles['people']}>
          <i>人数 </i>
          {people}
        </span>
        <span className={styles['told']}>
          <i>周知済み </i>
          <span className={styles['track']} aria-hidden="true">
            <span style={{ inlineSize: `${people === 0 ? 0 : (briefed / people) * 100}%` }} />
          </span>
          {briefed}
        </span>
        <span className={styles['missing']} data-some={missing > 0}>
          <i>まだ </i>
          {missing}
        </span>
        <span className={styles['last']}>
          <i>最後の周知 </i>
          {lastAt === null ? '―' : dayInWords(dateOf(Date.parse(lastAt)))}
        </span>
        {isOpen ? <UpOutlined aria-hidden="true" /> : <DownOutlined aria-hidden="true" />}
      </button>
      {isOpen && phone !== null && (
        <p className={styles['phone']}>
          責任者の電話 <PhoneLink phone={phone} />
        </p>
      )}
      {isOpen && <EmployerPeople officeId={officeId} version={version} affiliation={affiliation ?? ''} />}
    </li>
  )
}

/** The employers of a site's people, with who answers for each and how many were briefed; each unfolds. */
export const EmployersPanel = ({ officeId }: { readonly officeId: number }) => {
  const [open, setOpen] = useState<string | null>()
  const result = useLiveQuery({
    query: queryOf(duty.register, { params: { officeId } }),
    everyMs: askAgainMs,
    patches: { display: (data) => ({ data, refetch: true }) },
  })
  if (result.data === undefined) return <NoAnswerYet result={result} />
  const { data, version, people, briefed } = result.data
  return (
    <Card
      title="所属会社ごとの周知"
      note={version === 0 ? 'まだ保存していません' : `版${version}・どの会社も事業者として周知します`}
      side={
        <span className={styles['sum']}>
          <b>{briefed}</b>／{people}人
        </span>
      }
    >
      {result.error !== null && <StaleBanner result={result} />}
      <div className={styles['heads']} aria-hidden="true">
        <span>会社・責任者</span>
        <span>人数</span>
        <span>周知済み</span>
        <span>まだ</span>
        <span>最後の周知</span>
      </div>
      {data.length === 0 && <p className={styles['none']}>作業者がまだいません。</p>}
      <ul className={styles['list']}>
        {data.map((employer) => (
          <Employer
            key={employer.affiliation}
            officeId={officeId}
            version={version}
            employer={employer}
            isOpen={open !== undefined && open === employer.affiliation}
            onToggle={() => setOpen(open === employer.affiliation ? undefined : employer.affiliation)}
          />
        ))}
      </ul>
    </Card>
  )
}
