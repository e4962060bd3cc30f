import type { DutyRota } from '@mimamori/contract/duty-rota'
import { Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { serverNow } from '../platform/clock.ts'
import { useNarrow } from '../platform/use-media.ts'
import { RotaCard } from './rota-card.tsx'
import { isOver } from './shift-times.ts'
import { type ChosenPlace, SubstituteForm } from './substitute-form.tsx'
import styles from './substitute-form.module.css'
import openerStyles from './substitute-panel.module.css'

const reasonForNone = ({ isEditable, week, now }: DutyRota): string | undefined => {
  if (!isEditable) return 'この先2週間に、あなたの担当はありません。代わりを頼めるのは、自分の担当だけです。'
  return week.isPlanned || week.to < now.date
    ? 'この週の担当は、すべて終わりました。'
    : 'この週はまだ決めていません。先に担当を決めてください。'
}

type Props = {
  readonly rota: DutyRota
  /** A gap that was chosen in the week. */
  readonly chosen: ChosenPlace | undefined
  readonly onDone: () => void
}

/** Where somebody is named who takes a place; on a phone behind a button. */
export const SubstitutePanel = ({ rota, chosen, onDone }: Props) => {
  const isNarrow = useNarrow()
  const [isOpened, setOpen] = useState(false)
  const isOpen = isOpened || chosen !== undefined
  const place = useRef<HTMLDivElement>(null)
  // The week may be far from the form.
  useEffect(() => {
    if (chosen !== undefined) place.current?.scrollIntoView({ block: 'nearest' })
  }, [chosen])
  // A form from scratch after each substitute.
  const [saved, setSaved] = useState(0)
  const verb = rota.isEditable ? '代わりを立てる' : '代わりを頼む'
  const hasPlaces = rota.isEditable
    ? rota.week.isPlanned && rota.places.some((one) => !isOver(one, rota.shifts, serverNow()))
    : rota.own.length > 0
  const close = () => {
    setOpen(false)
    setSaved(saved + 1)
    onDone()
  }
  if (isNarrow && !isOpen)
    return (
      <Button type="primary" block className={openerStyles['opener'] ?? ''} disabled={!hasPlaces} onClick={() => setOpen(true)}>
        {verb}
      </Button>
    )
  return (
    <div ref={place}>
      <RotaCard title={verb}>
        {hasPlaces ? (
          <SubstituteForm
            key={`${saved} ${chosen === undefined ? '' : `${chosen.date} ${chosen.shift} ${chosen.place}`}`}
            rota={rota}
            chosen={chosen}
            verb={verb}
            onSaved={close}
            {...(isNarrow && { onClose: close })}
          />
        ) : (
          <p className={styles['none']}>{reasonForNone(rota)}</p>
        )}
      </RotaCard>
    </div>
  )
}
