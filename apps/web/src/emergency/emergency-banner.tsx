import { isDeviceAlarm, type AlertEpisode } from '@mimamori/contract/alert'
import DownOutlined from '@ant-design/icons-svg/es/asn/DownOutlined'
import UpOutlined from '@ant-design/icons-svg/es/asn/UpOutlined'
import { useId, useState, useSyncExternalStore } from 'react'
import { telOf } from '../kit/tel-of.ts'
import { EmergencySign } from '../marks/emergency-sign.tsx'
import { ReportMark } from '../marks/report-mark.tsx'
import { Lasting } from '../marks/ago.tsx'
import { Lost } from '../marks/lost.tsx'
import { WorkerLink } from '../marks/worker-link.tsx'
import { useNow } from '../platform/clock.ts'
import { useViewer } from '../platform/viewer.ts'
import { Alarm } from './alarm.tsx'
import { whenInWords } from './alert-words.ts'
import { SvgIcon } from '../kit/svg-icon.tsx'
import styles from './emergency-banner.module.css'
import { handlingInWords, headOf, nextVerb, placeOf, subjectOf } from './handling-words.ts'
import { ResponseDialog } from './later-dialog.ts'
import { currentResponse, openResponse, subscribeResponse } from './response-store.ts'
import { useIsUnfolded } from './unfolded.ts'
import { useContacts } from './use-contacts.ts'
import { useCalls } from './use-episodes.ts'

/** On the person's own screen the way to it is of no use; the phone is. */
type ShownProps = {
  /** Whose condition is the screen's, by ID as the address says it. */
  readonly shownPerson: string | undefined
}

const SecondAction = ({ episode, shownPerson }: ShownProps & { readonly episode: AlertEpisode }) => {
  const shown = episode.userId !== null && shownPerson === String(episode.userId)
  const [nearest] = useContacts(episode)
  if (shown && nearest !== undefined)
    return (
      <a className={styles['second']} href={telOf(nearest.phone)}>
        {nearest.name}へ電話
      </a>
    )
  if (shown || episode.userId === null) return null
  return (
    <WorkerLink person={{ ...episode, userId: episode.userId }} className={styles['second']}>
      状況を見る
    </WorkerLink>
  )
}

type LineProps = ShownProps & { readonly episode: AlertEpisode; readonly several: boolean }

const Line = ({ episode, several, shownPerson }: LineProps) => {
  const viewer = useViewer()
  const now = useNow(60_000)
  return (
    <>
      <span className={styles['person']}>
        <strong className={styles['name']}>{subjectOf(episode)}</strong>
        <span className={styles['about']}>
          {[episode.age === null ? null : `${episode.age}歳`, episode.drill === '1' ? null : episode.groupName]
            .filter((part) => part !== null)
            .join('・')}
        </span>
      </span>
      <span className={styles['facts']}>
        {viewer.officeId === null && <span className={styles['place']}>{episode.baseName}</span>}
        <span className={styles['place']}>{placeOf(episode)}</span>
        <span>
          {whenInWords(episode.startedAt, now)} 発生（
          <Lasting since={episode.startedAt} />
          経過）
        </span>
        <Lost lost={episode.lost} />
        <strong className={styles['handling']}>
          {handlingInWords(episode)}
          {!several && episode.handledBy !== null && ` ${episode.handledBy}`}
        </strong>
      </span>
      <span className={styles['actions']}>
        <button type="button" className={styles['first']} onClick={() => openResponse(episode)}>
          {nextVerb[episode.handling]}
        </button>
        <SecondAction episode={episode} shownPerson={shownPerson} />
      </span>
    </>
  )
}

const Banner = ({ episodes, shownPerson }: ShownProps & { readonly episodes: readonly AlertEpisode[] }) => {
  const [open, setOpen] = useState(false)
  const rest = useId()
  const [first, ...others] = episodes
  if (first === undefined) return null
  return (
    <section className={styles['banner']} data-drill={first.drill} data-kind={first.kind} aria-label={headOf(first)}>
      <div className={styles['line']}>
        {first.kind === 'report' ? <ReportMark size={28} /> : <EmergencySign size={28} pulses={first.handling === 'open'} />}
        <strong className={styles['word']}>{headOf(first)}</strong>
        {others.length > 0 && (
          <button type="button" className={styles['more']} aria-expanded={open} aria-controls={rest} onClick={() => setOpen(!open)}>
            ほか{others.length}
            {others.some(({ drill }) => drill === '1') ? '件' : '人'}{' '}
            {open ? <SvgIcon icon={UpOutlined} /> : <SvgIcon icon={DownOutlined} />}
          </button>
        )}
        <Line episode={first} several={others.length > 0} shownPerson={shownPerson} />
      </div>
      {open && others.length > 0 && (
        <ul id={rest} className={styles['others']}>
          {others.map((episode) => (
            <li key={episode.id} className={styles['line']}>
              {(episode.drill === '1' || episode.kind === 'report' || isDeviceAlarm(episode.kind)) && (
                <strong className={styles['word']}>{headOf(episode)}</strong>
              )}
              <Line episode={episode} several shownPerson={shownPerson} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** Says who called last, once: what else is on screen about it changes every minute. */
const Announcement = ({ episodes }: { readonly episodes: readonly AlertEpisode[] }) => {
  const unseen = episodes.filter((episode) => episode.handling === 'open')
  const last = unseen.toSorted((a, b) => b.id - a.id)[0]
  if (last === undefined) return null
  return (
    <p key={last.id} role="alert" className="visually-hidden">
      {headOf(last)}　{subjectOf(last)}　{placeOf(last)}
    </p>
  )
}

const ForResponders = ({ shownPerson }: ShownProps) => {
  const episodes = useCalls()
  const unfolded = useIsUnfolded()
  const isAnswering = useSyncExternalStore(subscribeResponse, currentResponse) !== null
  return (
    <>
      <div data-above>
        <Announcement episodes={episodes} />
      </div>
      {!unfolded && <Banner episodes={episodes} shownPerson={shownPerson} />}
      <Alarm />
      {isAnswering && <ResponseDialog />}
    </>
  )
}

/**
 * The open emergencies above every screen of those responsible, until somebody closes them, and the dialog in which
 * they are answered.
 */
export const EmergencyBanner = ({ shownPerson }: ShownProps) => {
  const { roleKey } = useViewer()
  return roleKey === 'User' ? null : <ForResponders shownPerson={shownPerson} />
}
