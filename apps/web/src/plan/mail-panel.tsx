import type { Plan } from '@mimamori/contract/plan'
import { screens } from '@mimamori/contract/screens'
import { Link } from '@tanstack/react-router'
import { Nothing, SectionPanel } from '../marks/charts/summary-panel.tsx'
import { clockOf, dateOf } from '../platform/japan-time.ts'
import styles from './mail-panel.module.css'
import { dayWord } from './plan-words.ts'

const stateWords = { sent: '送りました', failed: '送れませんでした' } as const

const wordsOf = (state: Plan['mails'][number]['state'], basis: Plan['basis']): string => {
  if (state !== 'planned') return stateWords[state]
  return basis === 'forecast' ? '新しい予測で送ります' : '予測が届けば送ります'
}

type Props = { readonly plan: Plan; readonly day: string; readonly today: string; readonly mayChange: boolean }

/** When the day's plan is mailed, or was, and to how many. */
export const MailPanel = ({ plan: { mails, officeId, basis }, day, today, mayChange }: Props) => (
  <SectionPanel
    title={`${day}の計画のメール`}
    aside={
      mayChange && (
        <Link to={screens.reportScheduleList.path} search={{ officeId }}>
          宛先
        </Link>
      )
    }
  >
    {mails.length === 0 ? (
      <Nothing>{mayChange ? '送る時刻と宛先が、まだありません。「宛先」から追加できます。' : 'メールは送られません。'}</Nothing>
    ) : (
      <ul className={styles['mails']}>
        {mails.map(({ kind, at, state, recipients }) => (
          <li key={`${kind}${at}`}>
            <strong>
              {dayWord(dateOf(Date.parse(at)), today)} {clockOf(at)}
            </strong>
            <span>{wordsOf(state, basis)}</span>
            <span>{recipients}人</span>
          </li>
        ))}
      </ul>
    )}
  </SectionPanel>
)
