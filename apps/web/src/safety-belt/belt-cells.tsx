import type { AlertEpisode } from '@mimamori/contract/alert'
import { handlingNames } from '@mimamori/contract/alert'
import { statusNames } from '@mimamori/contract/labels'
import type { BeltRow } from '@mimamori/contract/safety-belt'
import { accuracyInWords } from '@mimamori/contract/number-words'
import { openResponse } from '../emergency/response-store.ts'
import { Ago, Lasting } from '../marks/ago.tsx'
import { LevelLabel } from '../marks/level-mark.tsx'
import { SilentMark } from '../marks/sign-mark.tsx'
import { WorkerLink } from '../marks/worker-link.tsx'
import styles from './belt-cells.module.css'
import { heightUnknown, hookWord, metres, stateNote } from './belt-words.ts'
import { HeightGauge } from './height-gauge.tsx'
import { HookMark } from './hook-mark.tsx'

const isStale = ({ status }: BeltRow) => status === '0'

/** The hook in shape and word, and what that means at this height. */
export const Hook = ({ row }: { readonly row: BeltRow }) => {
  const note = row.alertTime === null ? undefined : stateNote(row)
  return (
    <span className={styles['hook']} data-stale={isStale(row)}>
      {row.situation === null ? null : <HookMark hook={row.situation} hollow={isStale(row)} decorative />}
      <span>
        <span className={styles['word']}>{row.alertTime === null ? '受信なし' : hookWord(row)}</span>
        {note !== undefined && <span className={styles['note']}>{note}</span>}
      </span>
    </span>
  )
}

type AlertProps = { readonly row: BeltRow; readonly episode: AlertEpisode | undefined }

/** The open alert, since when, and its handling; a tap opens the answer. */
export const BeltAlert = ({ row, episode }: AlertProps) => {
  if (row.alertSince === null) return null
  const words = (
    <>
      <LevelLabel grade={3} hollow={isStale(row)} />
      <span className={styles['note']}>
        高所でフックなし <Lasting since={row.alertSince} />
        {episode !== undefined && `・${handlingNames[episode.handling]}`}
      </span>
    </>
  )
  if (episode === undefined) return words
  return (
    <button
      type="button"
      className={styles['alert']}
      onClick={() => openResponse(episode)}
      aria-label={`${row.fullName ?? row.serialNumber}の安全帯のアラートに対応する`}
    >
      {words}
    </button>
  )
}

/** Who wears it, leading to their condition; a belt that sends and belongs to nobody is known by its number. */
export const Wearer = ({ row, className }: { readonly row: BeltRow; readonly className?: string | undefined }) => {
  if (row.userId === null || row.fullName === null)
    return (
      <span>
        着用者なし <span className={`id ${styles['serial']}`}>{row.serialNumber}</span>
      </span>
    )
  return (
    <WorkerLink person={{ userId: row.userId, baseName: row.baseName, groupName: row.groupName }} className={className ?? styles['name']}>
      {row.fullName}
    </WorkerLink>
  )
}

/** The height with how far it may be off, beside the height from which the hook is needed. */
export const Height = ({
  row,
  alone = false,
}: {
  readonly row: BeltRow
  /** No heading above it says what it is. */ readonly alone?: boolean
}) => {
  const { altitude, accuracy, settingAltitude } = row
  if (altitude === null) return <span className={styles['unknown']}>{heightUnknown}</span>
  return (
    <span className={styles['height']} title={`判定する高さ ${metres(settingAltitude / 100)}m`}>
      <span>
        <span className={styles['metres']} data-alert={row.state === 'alert'} data-stale={isStale(row)}>
          {alone ? `高度 ${metres(altitude)}m` : metres(altitude)}
        </span>
        {accuracy !== null && <span className={styles['note']}>{accuracyInWords(accuracy)}</span>}
      </span>
      {!alone && <HeightGauge altitude={altitude} limit={settingAltitude / 100} stale={isStale(row)} />}
    </span>
  )
}

/** When it was heard last; marked where that is too long ago. */
export const Received = ({ row }: { readonly row: BeltRow }) => {
  if (row.alertTime === null) return null
  if (!isStale(row))
    return (
      <span className={styles['quiet']}>
        <Ago at={row.alertTime} />
      </span>
    )
  return (
    <span className={styles['lost']} title={statusNames['0']}>
      <SilentMark size={16} />
      <Ago at={row.alertTime} />
    </span>
  )
}
