import PhoneOutlined from '@ant-design/icons/PhoneOutlined'
import { gradeNames, statusNames } from '@mimamori/contract/labels'
import { Button } from 'antd'
import { signed } from '@mimamori/contract/number-words'
import { Ago } from '../marks/ago.tsx'
import { gradeOf, gradeWordOf } from '../marks/grade.ts'
import { LevelMark } from '../marks/level-mark.tsx'
import { WorkerLink } from '../marks/worker-link.tsx'
import styles from './member-parts.module.css'
import type { Member } from './members-now.ts'

/** The state of a person: mark and word, with the reason why it may be unknown. */
export const State = ({ now }: Pick<Member, 'now'>) => {
  const grade = (now === undefined ? undefined : gradeOf(now)) ?? 'none'
  const silent = now?.status === '0'
  return (
    <span className={styles['state']}>
      <LevelMark grade={grade} size={24} hollow={silent && grade !== 'emergency'} decorative />
      <span>
        <strong>{now === undefined ? gradeNames[grade] : gradeWordOf(now)}</strong>
        {now !== undefined && now.status !== '' && <span className={styles['note']}>{statusNames[now.status]}</span>}
      </span>
    </span>
  )
}

/** The name, which leads to the person's condition where there is one. */
export const Name = ({ person, now }: Member) =>
  now === undefined ? <>{person.fullName}</> : <WorkerLink person={now}>{person.fullName}</WorkerLink>

/** Heart rate and excess, as far as they are known now. */
export const Values = ({ now }: Pick<Member, 'now'>) => {
  if (now === undefined || now.status === '0') return <span className={styles['none']}>―</span>
  return (
    <>
      {now.heartRate === null ? <span className={styles['none']}>―</span> : `${now.heartRate} bpm`}
      {now.excess !== null && <span className={styles['note']}>超過 {signed(now.excess)} ℃</span>}
    </>
  )
}

/** Where somebody is, and when they were last heard of. */
export const Where = ({ now }: Pick<Member, 'now'>) => (
  <>
    {now?.locationName ?? <span className={styles['none']}>位置不明</span>}
    {now !== undefined && now.alertTime !== null && (
      <span className={styles['note']}>
        <Ago at={now.alertTime} />
      </span>
    )}
  </>
)

/** Calls somebody: the number is the button. */
export const Call = ({ person }: Pick<Member, 'person'>) =>
  person.phoneNumber === undefined || person.phoneNumber === null ? (
    <span className={styles['none']}>{person.phoneNumber === null ? '電話番号なし' : '―'}</span>
  ) : (
    <Button
      className={styles['call'] ?? ''}
      icon={<PhoneOutlined aria-hidden="true" />}
      href={`tel:${person.phoneNumber}`}
      aria-label={`${person.fullName}に電話 ${person.phoneNumber}`}
    >
      {person.phoneNumber}
    </Button>
  )
