import { endpoints } from '@mimamori/contract/endpoints'
import { ownMeasureNames, ownShiftsInWords, statusNames } from '@mimamori/contract/labels'
import { screens } from '@mimamori/contract/screens'
import { Link } from '@tanstack/react-router'
import { signed } from '@mimamori/contract/number-words'
import { CallButton } from '../emergency/call-button.tsx'
import { stepsOf, useSite } from '../emergency/procedures.tsx'
import { NoAnswerYet } from '../kit/no-answer-yet.tsx'
import { Panel } from '../kit/panel.tsx'
import { StaleBanner } from '../kit/stale-banner.tsx'
import { useLiveQuery } from '../kit/use-live-query.ts'
import { Ago } from '../marks/ago.tsx'
import { gradeOf, gradeWordOf } from '../marks/grade.ts'
import { HeartRateBar } from '../marks/heart-rate-bar.tsx'
import { minutesInWords, onEndInWords } from '../marks/heat-time.tsx'
import { heartNote } from '../marks/heart-rate-scale.ts'
import { LevelMark } from '../marks/level-mark.tsx'
import { LevelReason } from '../marks/level-reason.tsx'
import { ConsentWithdrawn, isConsentWithdrawn } from '../organisation/accounts/consent-withdrawn.tsx'
import { ConsentPrompt } from '../organisation/consent/consent-prompt.tsx'
import { clockOf } from '../platform/japan-time.ts'
import { queryOf } from '../platform/query.ts'
import { useViewer } from '../platform/viewer.ts'
import { ownAdvice, restInWords } from './own-advice.ts'
import styles from './own-home.module.css'
import { Section } from './section.tsx'

const useOwn = () => {
  const { userId } = useViewer()
  return useLiveQuery({
    query: queryOf(endpoints.healthCondition.detail, { params: { userId, dayOffset: 0 } }),
    patches: { condition: (data, rows) => ({ data, refetch: rows.some((row) => row.userId === userId) }) },
  })
}

type Own = NonNullable<ReturnType<typeof useOwn>['data']>

const State = ({ own }: { readonly own: Own }) => {
  const { now } = own
  const grade = gradeOf(now) ?? 'none'
  const rest = restInWords(now.excess)
  return (
    <section className={styles['state']} data-grade={grade} aria-label="自分の体調">
      <p className={styles['level']}>
        <LevelMark grade={grade} size={44} hollow={now.status === '0' && grade !== 'emergency'} decorative />
        {gradeWordOf(now)}
      </p>
      <LevelReason row={now} />
      <p className={styles['advice']}>{ownAdvice[grade]}</p>
      {now.resting !== null && (
        <p className={styles['rest']}>いまは休憩中です（{clockOf(now.resting)}から）。涼しい場所で、水分と塩分をとってください。</p>
      )}
      {rest !== null && <p className={styles['rest']}>{rest}</p>}
      <dl className={styles['facts']}>
        <div>
          <dt>心拍</dt>
          <dd>
            {now.heartRate === null ? (
              statusNames['1']
            ) : (
              <>
                <strong>{now.heartRate}</strong>{' '}
                {now.heartJudged && <HeartRateBar bpm={now.heartRate} limits={own.limits} stale={now.status === '0'} />}
                <small>{heartNote(now.heartRate, now)}</small>
              </>
            )}
          </dd>
        </div>
        {now.ownMean !== null && now.ownPeak !== null && (
          <div>
            <dt>{ownMeasureNames.ownMean}</dt>
            <dd>
              <strong>{Math.round(now.ownMean)}</strong>
              <small>
                {ownMeasureNames.ownPeak} {Math.round(now.ownPeak)}
                {now.ownShifts !== null && `（${ownShiftsInWords(now.ownShifts)}）`}
              </small>
            </dd>
          </div>
        )}
        <div>
          <dt>WBGT超過</dt>
          <dd>
            {now.excess === null ? 'なし' : <strong>{signed(now.excess)}</strong>}
            {now.wbgtValue !== null && (
              <small>
                {now.wbgtValue.toFixed(1)}／基準値 {own.referenceWbgt}
              </small>
            )}
          </dd>
        </div>
        {now.heatMinutesToday !== null && (
          <div>
            <dt>暑さの中の時間</dt>
            <dd>
              <strong>{minutesInWords(now.heatMinutesToday)}</strong>
              <small>{onEndInWords(now) || 'きょうの合計'}</small>
            </dd>
          </div>
        )}
      </dl>
      {now.alertTime !== null && (
        <p className={styles['received']}>
          {now.status === '0' && <b>{statusNames['0']} </b>}
          受信 <Ago at={now.alertTime} />
        </p>
      )}
    </section>
  )
}

const Calls = ({ leaderContact, sitePhone }: { readonly leaderContact: string | null; readonly sitePhone: string | null }) => (
  <div className={styles['calls']}>
    {leaderContact !== null && (
      <CallButton phone={leaderContact} size="large">
        職長へ電話
      </CallButton>
    )}
    <CallButton phone="119" size="large">
      119番
    </CallButton>
    {sitePhone !== null && (
      <CallButton phone={sitePhone} size="large">
        現場の緊急連絡先
      </CallButton>
    )}
  </div>
)

/** The home screen of a worker: how they are, what to do, whom to call. */
export const OwnHome = () => {
  const result = useOwn()
  const viewer = useViewer()
  const site = useSite(viewer.officeId ?? undefined)
  const isWithdrawn = isConsentWithdrawn(result.error)
  if (result.data === undefined && !isWithdrawn) return <NoAnswerYet result={result} />
  const own = isWithdrawn ? undefined : result.data
  return (
    <div className={styles['stack']}>
      {isConsentWithdrawn(result.error) ? (
        <Panel>
          <ConsentWithdrawn error={result.error} userId={viewer.userId} />
        </Panel>
      ) : (
        result.error !== null && <StaleBanner result={result} />
      )}
      {own !== undefined && <State own={own} />}
      <Calls leaderContact={own?.leaderContact ?? null} sitePhone={site?.emergencyPhone ?? null} />
      <ConsentPrompt />
      <Section title="具合が悪いとき" link={own !== undefined && <Link to={screens.conditionDetail.path}>きょうの経過</Link>}>
        <ol className={styles['steps']}>
          {stepsOf(site?.procedures).map((step, index) => (
            <li key={index}>{step}</li>
          ))}
        </ol>
      </Section>
    </div>
  )
}
