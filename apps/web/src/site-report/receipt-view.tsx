import CheckCircleOutlined from '@ant-design/icons/CheckCircleOutlined'
import EyeOutlined from '@ant-design/icons/EyeOutlined'
import { lateReportMinutes } from '@mimamori/contract/report-signs'
import { TranslatedText } from '../kit/translated-text.tsx'
import { clockOf } from '../platform/japan-time.ts'
import { texts, useTranslation } from '../platform/texts.ts'
import { Call119, PhoneButton } from './call-buttons.tsx'
import type { Receipt, Site } from './calls.ts'
import type { ReportState } from './use-report.ts'
import styles from './site-report.module.css'

type ReceiptViewProps = { readonly site: Site | undefined; readonly reporting: ReportState; readonly onAgain: () => void }

const japanese = texts.getFixedT('ja')

/** What to read out to the ambulance. It speaks Japanese: others see what the sentence means, and show it to somebody. */
const Ambulance = ({ site }: { readonly site: Site | undefined }) => {
  const { i18n } = useTranslation()
  const place = site?.address ?? [site?.officeName, site?.place].filter((text) => text !== undefined).join('　')
  return (
    <section className={styles['alarm']}>
      <h2>
        <span className={styles['mark']} aria-hidden="true">
          !
        </span>
        <TranslatedText name="siteReport.tell119" />
      </h2>
      <p className={styles['spoken']} lang="ja">
        「{japanese('siteReport.ambulance')}
        <strong>{place}</strong>です。」
      </p>
      {i18n.language !== 'ja' && (
        <p className={styles['meaning']}>
          <TranslatedText name="siteReport.ambulance" />
          <span lang="ja">{place}</span>
          <br />
          <TranslatedText name="siteReport.showJapanese" />
        </p>
      )}
      <Call119 />
    </section>
  )
}

const steps = ['cool', 'loosen', 'neck', 'drink'] as const

const Meanwhile = () => (
  <section className={styles['card']}>
    <h2>
      <TranslatedText name="siteReport.meanwhile" />
    </h2>
    <ol className={styles['steps']}>
      {steps.map((step) => (
        <li key={step}>
          <TranslatedText name={`siteReport.steps.${step}`} />
        </li>
      ))}
    </ol>
  </section>
)

const isLateBy = ({ sentAt, receivedAt }: Receipt) => Date.parse(receivedAt) - Date.parse(sentAt) > lateReportMinutes * 60_000

const Seen = ({ receipt }: { readonly receipt: Receipt | undefined }) => {
  if (receipt?.respondingAt != null) return <TranslatedText name="siteReport.responding" values={{ time: clockOf(receipt.respondingAt) }} />
  if (receipt?.seenAt != null) return <TranslatedText name="siteReport.seen" values={{ time: clockOf(receipt.seenAt) }} />
  return <TranslatedText name="siteReport.notSeen" />
}

const Arrived = ({ writtenAt, receipt }: { readonly writtenAt: number; readonly receipt: Receipt | undefined }) => (
  <section className={styles['card']}>
    <div className={styles['arrived']}>
      <CheckCircleOutlined className={styles['tick']} aria-hidden="true" />
      <div>
        <h1>
          <TranslatedText name="siteReport.sent" /> <span className={styles['number']}>{clockOf(receipt?.receivedAt ?? writtenAt)}</span>
        </h1>
        <p>
          <TranslatedText name="siteReport.sentNote" />
        </p>
        {receipt !== undefined && isLateBy(receipt) && (
          <p>
            <TranslatedText name="siteReport.late" values={{ written: clockOf(receipt.sentAt), arrived: clockOf(receipt.receivedAt) }} />
          </p>
        )}
      </div>
    </div>
    <p className={styles['seen']} role="status">
      <EyeOutlined aria-hidden="true" />
      <Seen receipt={receipt} />
    </p>
  </section>
)

const NotArrived = ({ site }: { readonly site: Site | undefined }) => (
  <section className={styles['alarm']} role="alert">
    <h1>
      <TranslatedText name="siteReport.notArrived" />
    </h1>
    <p>
      <TranslatedText name="siteReport.retrying" />
    </p>
    <Call119 />
    {site?.emergencyPhone != null && <PhoneButton phone={site.emergencyPhone} />}
  </section>
)

const Sending = () => (
  <section className={styles['card']} role="status">
    <h1>
      <TranslatedText name="siteReport.sending" />…
    </h1>
  </section>
)

/** What has become of a report, what to tell the ambulance, and what to do meanwhile. */
export const ReceiptView = ({ site, reporting: { report, isLate, receipt }, onAgain }: ReceiptViewProps) => {
  if (report === undefined) return null
  const waiting = isLate ? <NotArrived site={site} /> : <Sending />
  return (
    <div className={styles['receipt']}>
      {report.receipt === null ? waiting : <Arrived writtenAt={report.writtenAt} receipt={receipt} />}
      <Ambulance site={site} />
      <Meanwhile />
      {site?.emergencyPhone != null && <PhoneButton phone={site.emergencyPhone} />}
      <button type="button" className={styles['again']} onClick={onAgain}>
        <TranslatedText name="siteReport.again" />
      </button>
    </div>
  )
}
