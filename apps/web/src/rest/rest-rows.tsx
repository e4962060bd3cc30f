import type { HealthRow } from '@mimamori/contract/health-condition'
import { gradeNames } from '@mimamori/contract/labels'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { CallButton } from '../emergency/call-button.tsx'
import { gradeOf, gradeWordOf } from '../marks/grade.ts'
import { minutesInWords, onEndInWords } from '../marks/heat-time.tsx'
import { LevelMark } from '../marks/level-mark.tsx'
import { WorkerLink } from '../marks/worker-link.tsx'
import { RestButton } from '../organisation/rests/rest-button.tsx'
import { sendToRest } from '../organisation/rests/rest-actions.ts'
import { useNow } from '../platform/clock.ts'
import { clockOf } from '../platform/japan-time.ts'
import styles from './rest-rows.module.css'
import { minutesOf, type ShownPerson } from './shown-rests.ts'

const minuteMs = 60_000

/** The level as the screens show it; in danger the row has its edge. */
const Level = ({ row }: { readonly row: HealthRow }) => {
  const grade = gradeOf(row) ?? 'none'
  return (
    <span className={styles['level']}>
      <LevelMark grade={grade} size={32} hollow={row.status === '0' && grade !== 'emergency'} decorative />
      <span>{grade === 'none' ? gradeNames.none : gradeWordOf(row)}</span>
    </span>
  )
}

type RowProps = { readonly person: ShownPerson; readonly beside?: string | null; readonly action?: ReactNode; readonly children: ReactNode }

const Row = ({ person: { row, isUnsent }, beside = null, action, children }: RowProps) => {
  const grade = gradeOf(row)
  return (
    <li className={styles['row']} data-danger={grade === 'emergency' || grade === 3}>
      <Level row={row} />
      <div className={styles['who']}>
        <p className={styles['name']}>
          <WorkerLink person={row}>{row.fullName}</WorkerLink>
          {beside !== null && <small>{beside}</small>}
          {isUnsent && <small className={styles['unsent']}>未送信</small>}
        </p>
        {children}
      </div>
      {action}
    </li>
  )
}

const heartOf = ({ heartRate, status }: HealthRow): string =>
  status === '0' ? '途絶' : heartRate === null ? '心拍なし' : `心拍 ${heartRate}`

/** Somebody who was sent ten minutes ago or longer and is still heard elsewhere. */
export const NotRestingRow = ({ person }: { readonly person: ShownPerson }) => {
  const now = useNow(minuteMs)
  const { row, rest } = person
  const sentAt = rest?.sentAt ?? null
  return (
    <Row person={person}>
      <p className={styles['facts']}>{row.locationName ?? '位置不明'}</p>
      {sentAt !== null && (
        <p className={styles['since']}>
          <strong>{minutesInWords(Math.floor((now - Date.parse(sentAt)) / minuteMs))}</strong>
          <span>{clockOf(sentAt)}に伝えた</span>
        </p>
      )}
      <div className={styles['actions']}>
        {rest?.phoneNumber != null && (
          <CallButton phone={rest.phoneNumber} aria-label={`${row.fullName}さんへ電話`}>
            本人へ
          </CallButton>
        )}
        <Button aria-label={`${row.fullName}さんに、もう一度伝える`} onClick={() => void sendToRest([row])}>
          もう一度伝える
        </Button>
        <RestButton person={{ ...row, resting: person.since }} kind="text" />
      </div>
    </Row>
  )
}

/** Somebody who rests: how long, of how long. */
export const RestingRow = ({ person }: { readonly person: ShownPerson }) => {
  const { row, rest } = person
  const minutes = minutesOf(person, useNow(minuteMs))
  const due = rest?.due ?? null
  const hasDue = due !== null && due > 0
  return (
    <Row
      person={person}
      beside={rest?.placeName ?? (rest?.source === 'place' ? '休憩所' : null)}
      action={<RestButton person={{ ...row, resting: person.since }} endWord="終える" />}
    >
      {hasDue && (
        <span className={styles['track']} aria-hidden="true">
          <span style={{ inlineSize: `${Math.min(1, minutes / due) * 100}%` }} />
        </span>
      )}
      <p className={styles['facts']}>
        <span>
          <strong>{minutes}分</strong>
          {hasDue && ` / ${due}分`}
        </span>
        <span>{heartOf(row)}</span>
        {person.since !== null && <span>{clockOf(person.since)}から</span>}
      </p>
    </Row>
  )
}

/** Somebody at work. */
export const WorkingRow = ({ person }: { readonly person: ShownPerson }) => {
  const { row } = person
  const onEnd = onEndInWords(row)
  return (
    <Row person={person} action={<RestButton person={{ ...row, resting: null }} />}>
      <p className={styles['facts']}>
        {onEnd !== '' && <span>{onEnd}</span>}
        <span>{heartOf(row)}</span>
        {person.restedToday > 0 && <span>きょうの休憩 {minutesInWords(person.restedToday)}</span>}
      </p>
    </Row>
  )
}
