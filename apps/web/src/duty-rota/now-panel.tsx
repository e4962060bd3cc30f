import PhoneOutlined from '@ant-design/icons/PhoneOutlined'
import { type DutyRota, type RotaCall, type RotaPerson, rotaShiftText } from '@mimamori/contract/duty-rota'
import { Button } from 'antd'
import { PhoneLink } from '../kit/phone-link.tsx'
import { telOf } from '../kit/tel-of.ts'
import { useNarrow } from '../platform/use-media.ts'
import styles from './now-panel.module.css'
import { RotaCard } from './rota-card.tsx'
import { afterText, calledParts, positionText, waysText } from './rota-words.ts'

const Ways = ({ person }: { readonly person: RotaPerson }) => {
  const { phone, ways } = person
  if (ways.length === 0) return <span className={styles['unreached']}>届く方法がありません</span>
  const text = waysText(person)
  return (
    <span>
      {text}
      {phone !== null && (
        <>
          {text === '' ? '' : '・'}電話 <PhoneLink phone={phone} />
        </>
      )}
    </span>
  )
}

const PersonLine = ({ call, person }: { readonly call: RotaCall; readonly person: RotaPerson }) => {
  const isNarrow = useNarrow()
  const after = <b className={styles['after']}>{afterText(call.afterMinutes)}</b>
  return (
    <>
      <div className={styles['who']}>
        <span>
          <b className={styles['name']}>{person.fullName}</b> {!isNarrow && <small>{positionText(person)}</small>}
        </span>
        {isNarrow ? (
          <span>
            {positionText(person)}・{after}
          </span>
        ) : (
          <Ways person={person} />
        )}
        {isNarrow && person.ways.length === 0 && <Ways person={person} />}
      </div>
      {!isNarrow && after}
      {isNarrow && person.phone !== null && (
        <Button
          className={styles['phone'] ?? ''}
          icon={<PhoneOutlined aria-hidden="true" />}
          href={telOf(person.phone)}
          aria-label={`${person.fullName}へ電話 ${person.phone}`}
        >
          電話
        </Button>
      )}
    </>
  )
}

/** Whom a step calls, and what follows their names. */
const Called = ({ call, end = '' }: { readonly call: RotaCall; readonly end?: string }) =>
  calledParts(call).map((part, index, all) => (
    <span key={part} className={styles['part']}>
      {part}
      {index === all.length - 1 && end}
    </span>
  ))

const CallLine = ({ call }: { readonly call: RotaCall }) => {
  const [person] = call.people
  if (call.kind === 'place' && person !== undefined) return <PersonLine call={call} person={person} />
  return (
    <>
      <div className={styles['who']}>
        <b className={styles['name']}>{call.kind === 'everybody' ? '職長・拠点管理者の全員' : <Called call={call} />}</b>
        {call.kind === 'everybody' && <span>空いている順番があるため、{call.people.length}人に知らせます</span>}
      </div>
      <b className={styles['after']}>{afterText(call.afterMinutes)}</b>
    </>
  )
}

const Foot = ({ called, later }: { readonly called: number; readonly later: readonly RotaCall[] }) => (
  <div className={styles['foot']}>
    <p>
      答えるまで、順に知らせます。
      {called > 1 && `緊急は${called}人へ同時に知らせます。`}
    </p>
    {later.map((call) => (
      <p key={`${call.kind} ${call.role} ${call.name} ${call.afterMinutes}`}>
        だれも答えないときは、{afterText(call.afterMinutes)}に<Called call={call} end="へ。" />
      </p>
    ))}
  </div>
)

/** Whom the chain calls at this moment, one after the other; beneath it the steps after the rota. */
export const NowPanel = ({ rota: { isStep, now } }: { readonly rota: DutyRota }) => {
  const isNarrow = useNarrow()
  const byRota = isStep && now.isPlanned
  const isOfRota = ({ kind }: RotaCall) => kind === 'place' || kind === 'everybody'
  const rows = byRota ? now.calls.filter(isOfRota) : now.calls
  return (
    <RotaCard title="いま呼ばれる順" note={isNarrow ? undefined : `${rotaShiftText(now)}・${now.at.slice(11, 16)}`}>
      <ol className={styles['calls']}>
        {rows.map((call, index) => (
          <li key={`${call.kind} ${call.place} ${call.role} ${call.afterMinutes}`}>
            <span className={styles['number']} data-first={index === 0}>
              {index + 1}
            </span>
            <CallLine call={call} />
          </li>
        ))}
      </ol>
      {rows.length === 0 && <p className={styles['foot']}>知らせる先が、まだ決まっていません。</p>}
      {byRota ? (
        <Foot called={rows.filter(({ kind }) => kind === 'place').length} later={now.calls.filter((call) => !isOfRota(call))} />
      ) : (
        <p className={styles['foot']}>
          {isStep ? 'この週の担当を決めていないため、役割の順に知らせます。' : '担当表は使わず、役割の順に知らせます。'}
        </p>
      )}
    </RotaCard>
  )
}
