import type { AlertEpisode } from '@mimamori/contract/alert'
import type { HealthRow } from '@mimamori/contract/health-condition'
import { labels } from '@mimamori/contract/labels'
import RightOutlined from '@ant-design/icons-svg/es/asn/RightOutlined'
import type { ReactNode } from 'react'
import { signed } from '@mimamori/contract/number-words'
import { whenInWords } from '../emergency/alert-words.ts'
import { CallButton } from '../emergency/call-button.tsx'
import { ContactLinks } from '../emergency/contact-links.tsx'
import { ambulance } from '../emergency/contacts.ts'
import { handlingInWords, headOf, nextVerb, placeOf, subjectOf } from '../emergency/handling-words.ts'
import { stepsOf, useSite } from '../emergency/procedures.tsx'
import { openResponse } from '../emergency/response-store.ts'
import { useContacts } from '../emergency/use-contacts.ts'
import { PhoneLink } from '../kit/phone-link.tsx'
import { Lasting } from '../marks/ago.tsx'
import { EmergencySign } from '../marks/emergency-sign.tsx'
import { heartInWords } from '../marks/heart-rate-scale.ts'
import { Lost } from '../marks/lost.tsx'
import { WorkerLink } from '../marks/worker-link.tsx'
import { useNow } from '../platform/clock.ts'
import { SvgIcon } from '../kit/svg-icon.tsx'
import { PlainButton } from '../kit/plain-button.tsx'
import styles from './emergency-card.module.css'

type Props = {
  readonly episode: AlertEpisode
  /** The person's row, where it is loaded: what they are like now, not when it began. */
  readonly row: HealthRow | undefined
}

const Fact = ({
  name,
  value,
  unit,
  note,
  quiet = false,
}: {
  readonly name: string
  readonly value: ReactNode
  readonly unit?: string
  readonly note: ReactNode
  readonly quiet?: boolean
}) => (
  <div className={styles['fact']} data-quiet={quiet}>
    <span className={styles['fact-name']}>{name}</span>
    <span className={styles['fact-value']}>
      {value ?? '―'} {unit !== undefined && value !== null && <small>{unit}</small>}
    </span>
    <span className={styles['fact-note']}>{note}</span>
  </div>
)

const Facts = ({ episode, row }: Props) => {
  const now = useNow(60_000)
  const heartRate = row?.heartRate ?? episode.heartRate
  const excess = row?.excess ?? episode.excess
  const wbgt = row?.wbgtValue ?? episode.wbgtValue
  return (
    <div className={styles['facts']}>
      <Fact
        quiet
        name={labels.alert.startedAt}
        value={whenInWords(episode.startedAt, now)}
        note={
          <>
            <Lasting since={episode.startedAt} />
            経過
          </>
        }
      />
      <Fact
        name={labels.alert.heartRate}
        value={heartRate}
        unit="bpm"
        note={heartRate === null ? '心拍なし' : row === undefined ? null : heartInWords(heartRate, row)}
      />
      <Fact
        name={labels.alert.excess}
        value={excess === null ? null : signed(excess)}
        unit="℃"
        note={wbgt === null || excess === null ? null : `${wbgt.toFixed(1)}／基準値 ${Math.round((wbgt - excess) * 10) / 10}`}
      />
    </div>
  )
}

const Actions = ({ episode }: { readonly episode: AlertEpisode }) => (
  <div className={styles['actions']} data-handling={episode.handling}>
    <PlainButton kind="primary" className={styles['primary']} onClick={() => openResponse(episode)}>
      {nextVerb[episode.handling]}
    </PlainButton>
    {episode.handling === 'responding' && episode.drill === '0' && (
      <CallButton phone={ambulance} className={styles['secondary'] ?? ''}>
        119番
      </CallButton>
    )}
  </div>
)

// The card reminds; the dialog that 確認する opens says each step in full.
const brief = (step: string): string => step.replaceAll(/（[^）]*）/g, '')

const Steps = ({ episode }: { readonly episode: AlertEpisode }) => {
  const site = useSite(episode.officeId)
  const steps = stepsOf(site?.procedures)
  return (
    <div className={styles['steps']}>
      <strong>手順</strong>
      <ol>
        {steps.map((step, index) => (
          <li key={index}>
            {brief(step)}
            {index < steps.length - 1 && <SvgIcon icon={RightOutlined} className={styles['then']} />}
          </li>
        ))}
      </ol>
    </div>
  )
}

/** Whom to call and where to bring them, and the way to the whole of their day. */
const Contacts = ({ episode }: { readonly episode: AlertEpisode }) => {
  const site = useSite(episode.officeId)
  return (
    <div className={styles['contacts']}>
      <ContactLinks contacts={useContacts(episode)} />
      {site?.hospitalName != null && (
        <span className={styles['hospital']}>
          搬送先 {site.hospitalName} {site.hospitalPhone !== null && <PhoneLink phone={site.hospitalPhone} />}
        </span>
      )}
      {episode.userId !== null && (
        <span className={styles['more']}>
          <WorkerLink person={{ ...episode, userId: episode.userId }}>詳しい状況</WorkerLink>
        </span>
      )}
    </div>
  )
}

const Subject = ({ episode }: { readonly episode: AlertEpisode }) => {
  const { userId } = episode
  if (userId === null) return subjectOf(episode)
  return (
    <WorkerLink person={{ ...episode, userId }} className={styles['subject']}>
      {subjectOf(episode)}
    </WorkerLink>
  )
}

/** An emergency unfolded: who and where, how they are, what to do. */
export const EmergencyCard = ({ episode, row }: Props) => (
  <article className={styles['card']} data-drill={episode.drill} aria-label={`${headOf(episode)} ${subjectOf(episode)}`}>
    <div className={styles['flag']}>
      <span className={styles['sign']}>
        <EmergencySign size={40} pulses={episode.handling === 'open'} />
      </span>
      <strong className={styles['word']}>{headOf(episode)}</strong>
      <span className={styles['handling']}>
        {handlingInWords(episode)}
        <span className={styles['dot']}>・</span>
        <span className={styles['since']}>
          <Lasting since={episode.startedAt} />
          経過
        </span>
      </span>
    </div>
    <div className={styles['who']}>
      <h2 className={styles['name']}>
        <Subject episode={episode} />
        <span className={styles['reading']}>
          {[row?.furigana, episode.age === null ? null : `${episode.age}歳`].filter((part) => part != null && part !== '').join('・')}
        </span>
      </h2>
      <Lost lost={episode.lost} />
      <p className={styles['place']}>{row?.locationName ?? placeOf(episode)}</p>
      <p className={styles['belongs']}>
        {[episode.drill === '1' ? null : episode.groupName, episode.baseName].filter((part) => part !== null).join('・')}
      </p>
    </div>
    {episode.drill === '0' && <Facts episode={episode} row={row} />}
    {episode.handling === 'responding' && (
      <p className={styles['going']}>
        <strong>{episode.handledBy}</strong> が向かっています
      </p>
    )}
    <Actions episode={episode} />
    <Contacts episode={episode} />
    <Steps episode={episode} />
  </article>
)
