import ExclamationCircleOutlined from '@ant-design/icons-svg/es/asn/ExclamationCircleOutlined'
import { rotaPlaceText, rotaShiftNames, type RotaToday } from '@mimamori/contract/duty-rota'
import { screens } from '@mimamori/contract/screens'
import { shortDate } from '@mimamori/contract/time-words'
import { ScreenLink } from '../kit/screen-link.tsx'
import { SvgIcon } from '../kit/svg-icon.tsx'
import styles from './on-duty.module.css'

const onDutyText = ({ onDuty }: RotaToday): string =>
  onDuty === null
    ? '今週は決めていません。職長、拠点管理者の順に知らせます。'
    : onDuty.people.map(({ place, name }) => `${place}番目 ${name ?? '空き'}`).join('、')

const gapText = ({ nextGap, gapCount }: RotaToday): string | undefined =>
  nextGap === null ? undefined : `${rotaPlaceText(nextGap)}が空いています${gapCount > 1 ? `（ほか${gapCount - 1}件）` : ''}。`

const Lack = ({ text }: { readonly text: string }) => (
  <p className={styles['lack']}>
    <SvgIcon icon={ExclamationCircleOutlined} />
    <b>{text}</b>
  </p>
)

/** Who is called now by the site's rota, and what of it is empty within a week; nothing where the rota is no step of the escalation. */
export const OnDuty = ({ rota, officeId }: { readonly rota: RotaToday | null; readonly officeId: number | undefined }) => {
  if (rota === null) return null
  const gap = gapText(rota)
  // A week that is on is said already.
  const week = rota.onDuty === null ? null : rota.unplannedWeek
  return (
    <section className={styles['line']} aria-label="担当">
      <p>
        <strong>いまの担当{rota.onDuty === null ? '' : `（${rotaShiftNames[rota.onDuty.shift]}）`}</strong>
        <span>{onDutyText(rota)}</span>
      </p>
      {gap !== undefined && <Lack text={gap} />}
      {week !== null && <Lack text={`${shortDate(week)}からの週は、まだ決めていません。`} />}
      <ScreenLink to={screens.dutyRota.path} search={{ officeId }}>
        {screens.dutyRota.title}を見る
      </ScreenLink>
    </section>
  )
}
