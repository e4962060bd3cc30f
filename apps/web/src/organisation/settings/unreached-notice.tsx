import { stepTargetName } from '@mimamori/contract/duty-rota'
import { endpoints } from '@mimamori/contract/endpoints'
import { type UnreachedOffice, unreachedReasonNames, type UnreachedStep } from '@mimamori/contract/escalation'
import { isWorkerRole } from '@mimamori/contract/role'
import { screens } from '@mimamori/contract/screens'
import ExclamationCircleFilled from '@ant-design/icons-svg/es/asn/ExclamationCircleFilled'
import { useQuery } from '@tanstack/react-query'
import { ScreenLink } from '../../kit/screen-link.tsx'
import { queryOf } from '../../platform/query.ts'
import { SvgIcon } from '../../kit/svg-icon.tsx'
import styles from './unreached-notice.module.css'

const refreshMs = 60_000

type Person = UnreachedStep['people'][number]

const Name = ({ person: { userId, fullName, role } }: { readonly person: Person }) =>
  isWorkerRole(role) ? (
    <ScreenLink to={screens.workerEdit.path} params={{ id: String(userId) }}>
      {fullName}
    </ScreenLink>
  ) : (
    fullName
  )

const Step = ({ step }: { readonly step: UnreachedStep }) => {
  const { people, groupName, channel } = step
  const who = groupName === null ? stepTargetName(step) : `${groupName}の${stepTargetName(step)}`
  if (channel !== null) return <li>{who}へは送れません。止まっているか、送信の失敗が続いているか、削除されています。</li>
  if (people.length === 0) return <li>{who}がいません。</li>
  return people.map((person) => (
    <li key={person.userId}>
      {who}　<Name person={person} />
      さん：{unreachedReasonNames[person.reason]}。
    </li>
  ))
}

const hasNoSender = (offices: readonly UnreachedOffice[]) =>
  offices.every(({ steps }) => steps.every(({ people }) => people.length > 0 && people.every(({ reason }) => reason === 'noMailSender')))

/** Whom of each site nothing reaches, and what to do about it. One sentence where the server itself sends nothing. */
const Body = ({ offices, withName }: { readonly offices: readonly UnreachedOffice[]; readonly withName: boolean }) => {
  if (hasNoSender(offices))
    return (
      <p>
        サーバーにメールを送る設定がなく、スマートフォンで通知を受け取っている人もいません。サーバーの管理者にメールの設定を頼むか、職長と管理者が「
        {screens.account.title}」の画面で通知を受け取るようにしてください。
      </p>
    )
  return (
    <>
      {offices.map(({ officeId, officeName, steps }) => (
        <div key={officeId}>
          {withName && <p className={styles['office']}>{officeName}</p>}
          <ul className={styles['steps']}>
            {steps.map((step) => (
              <Step key={`${step.channel ?? step.rota ?? step.role}/${step.groupName ?? ''}`} step={step} />
            ))}
          </ul>
        </div>
      ))}
      <p>
        メールアドレスを登録するか、本人がスマートフォンの「{screens.account.title}
        」の画面で通知を受け取るようにすると、届きます。いない役割には、人を決めてください。
      </p>
    </>
  )
}

/**
 * That steps of a site's escalation reach nobody: who they are and what to do. Nothing where each step reaches somebody.
 * @param officeId undefined for all sites of the viewer's company
 */
export const UnreachedNotice = ({ officeId }: { readonly officeId: number | undefined }) => {
  const { data = [] } = useQuery({ ...queryOf(endpoints.escalation.unreached, { query: { officeId } }), refetchInterval: refreshMs })
  if (data.length === 0) return null
  return (
    <section className={styles['notice']} aria-label="知らせの届かない人">
      <SvgIcon icon={ExclamationCircleFilled} className={styles['icon']} />
      <div className={styles['text']}>
        <h2 className={styles['title']}>
          {data.some(({ isNobodyReached }) => isNobodyReached)
            ? '緊急のとき、知らせがだれにも届きません'
            : '緊急のとき、知らせの届かない人がいます'}
        </h2>
        <Body offices={data} withName={officeId === undefined} />
      </div>
    </section>
  )
}
