import { alertKindNames, handlingNames, outcomeNames, type AlertEpisode } from '@mimamori/contract/alert'
import { gradeNames, labels, statusNames } from '@mimamori/contract/labels'
import { screens } from '@mimamori/contract/screens'
import { Link } from '@tanstack/react-router'
import { Button } from 'antd'
import { levelGradeOf } from '@mimamori/contract/level-grade'
import { spanInWords } from '@mimamori/contract/time-words'
import { worstInWords } from '@mimamori/contract/worst-level'
import { LevelMark } from '../marks/level-mark.tsx'
import { ReportMark } from '../marks/report-mark.tsx'
import { Lost } from '../marks/lost.tsx'
import { NoHeartRateMark, SilentMark } from '../marks/sign-mark.tsx'
import { detailSearch } from '../marks/worker-link.tsx'
import { useNow } from '../platform/clock.ts'
import { clockOf, dateOf, daysBetween } from '../platform/japan-time.ts'
import styles from './alert-parts.module.css'
import { endInWords, whenInWords } from './alert-words.ts'
import { nextVerb, pressedInWords, subjectOf } from './handling-words.ts'
import { openResponse } from './response-store.ts'

const { alert: label } = labels

type Part = { readonly alert: AlertEpisode }

const markSize = 24

/** What an alert is drawn and called by: its level; what is lost where it has none of its own. */
const signOf = ({ kind, emergency, alertLevel }: AlertEpisode) => {
  if (emergency === '1') return { mark: <LevelMark grade="emergency" size={markSize} decorative />, word: gradeNames.emergency }
  if (kind === 'report') return { mark: <ReportMark size={markSize} />, word: alertKindNames.report }
  if (kind === 'noHeartRate') return { mark: <NoHeartRateMark size={markSize} decorative />, word: statusNames['1'] }
  const grade = levelGradeOf(alertLevel)
  if (alertLevel !== null && grade !== undefined)
    return { mark: <LevelMark grade={grade} size={markSize} decorative />, word: gradeNames[grade] }
  return { mark: <SilentMark size={markSize} decorative />, word: alertKindNames[kind] }
}

/** Mark and word, and beneath them of what kind it is. */
export const Sign = ({ alert }: Part) => {
  const { mark, word } = signOf(alert)
  const kind = alertKindNames[alert.kind]
  const worst = worstInWords(alert)
  return (
    <span className={styles['sign']}>
      {mark}
      <span>
        <b className={styles['word']}>
          {alert.drill === '1' && `${label.drill} `}
          {word}
        </b>
        {kind !== word && <span className={styles['note']}>{kind}</span>}
        {worst !== undefined && (
          <span className={styles['note']} data-strong="true">
            {worst}
          </span>
        )}
      </span>
    </span>
  )
}

/** The detail shows these days: today and the two before (spec §9). */
const detailDays = 3

/** Leads to the person's day, at the hour it began; what is older, or about no person, to its record. */
export const AlertLink = ({ alert, className }: Part & { readonly className: string | undefined }) => {
  const now = useNow(60_000)
  const { userId, startedAt } = alert
  const started = Date.parse(startedAt)
  const name = subjectOf(alert)
  const named = className === undefined ? {} : { className }
  if (userId === null || daysBetween(started, now) >= detailDays)
    return (
      <Link to={screens.alertRecord.path} params={{ id: String(alert.id) }} {...named}>
        {name}
      </Link>
    )
  const time = { timeAlert: clockOf(started), dayAlert: dateOf(started) }
  return (
    <Link to={screens.conditionDetail.path} search={detailSearch({ ...alert, userId }, time)} {...named}>
      {name}
    </Link>
  )
}

/** When it began, and how long it lasts or how it ended. */
export const Course = ({ alert }: Part) => {
  const now = useNow(60_000)
  const { startedAt, endedAt } = alert
  return (
    <>
      <div>
        {whenInWords(startedAt, now)}
        {alert.late === '1' && <span className={styles['tag']}>{label.late}</span>}
      </div>
      {endedAt === null ? (
        <b className={styles['note']} data-strong="true">
          {spanInWords(now - Date.parse(startedAt))}継続中
        </b>
      ) : (
        <span className={styles['note']}>{endInWords({ ...alert, endedAt }, now)}</span>
      )}
      <Lost lost={alert.lost} />
    </>
  )
}

/** How far people have got with it, and who. */
export const Handling = ({ alert }: Part) => {
  const now = useNow(60_000)
  const { handling, handledAt, handledBy, withdrawn } = alert
  const escalation = pressedInWords(alert)
  if (withdrawn === '1') return <span>{label.withdrawn}</span>
  return (
    <>
      <div className={styles['handling']} data-handling={handling}>
        {handlingNames[handling]}
      </div>
      {escalation !== undefined && <span className={styles['note']}>{escalation}</span>}
      {handledAt !== null && handling !== 'open' && (
        <span className={styles['note']}>
          {whenInWords(handledAt, now)} {handledBy}
        </span>
      )}
    </>
  )
}

/** How it ended for the person, and what was noted. */
export const Outcome = ({ alert }: Part) => (
  <>
    {alert.outcome !== null && <div>{outcomeNames[alert.outcome]}</div>}
    {alert.note !== null && <span className={styles['remark']}>{alert.note}</span>}
  </>
)

/** The next thing to do about it, as a button; nothing where nobody has to do anything. */
export const NextStep = ({ alert }: Part) => {
  if (alert.handling === 'closed' || alert.withdrawn === '1') return null
  return (
    <Button
      size="small"
      {...(alert.handling === 'open' && { type: 'primary' })}
      aria-label={`${subjectOf(alert)}　${nextVerb[alert.handling]}`}
      onClick={() => openResponse(alert)}
    >
      {nextVerb[alert.handling]}
    </Button>
  )
}

/** How a row is tinted where somebody has to look at once: for an open emergency, and for level 3 while nobody has seen it. */
export const tintOf = ({ emergency, handling, withdrawn, late, alertLevel }: AlertEpisode): 'emergency' | '3' | undefined => {
  if (withdrawn === '1' || late === '1' || handling === 'closed') return undefined
  if (emergency === '1') return 'emergency'
  return alertLevel === 3 && handling === 'open' ? '3' : undefined
}
