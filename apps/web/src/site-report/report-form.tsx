import { graveSigns, type ReportSign, reportSigns } from '@mimamori/contract/report-signs'
import { useState } from 'react'
import { useTranslation } from '../platform/texts.ts'
import { TranslatedText } from '../kit/translated-text.tsx'
import { Call119 } from './call-buttons.tsx'
import type { Draft, Site } from './calls.ts'
import styles from './site-report.module.css'

/** In the order of the page: what threatens life first. */
const shown: readonly ReportSign[] = [
  'confused',
  'unconscious',
  'convulsion',
  'cannotDrink',
  'cannotStand',
  'nausea',
  'hot',
  'injury',
  'dizzy',
]
const longest = 200
const isGrave = (sign: ReportSign) => graveSigns.some((grave) => grave === sign)

type ReportFormProps = {
  readonly site: Site | undefined
  readonly isAway: boolean
  readonly onSend: (draft: Omit<Draft, 'at'>) => void
}

type WhereProps = {
  /** Where the poster is; empty until the site is known. */
  readonly place: string
  /** What was typed; undefined before. */
  readonly value: string | undefined
  readonly onChange: (value: string) => void
}

const Where = ({ place, value, onChange }: WhereProps) => {
  const [isChanging, setChanging] = useState(false)
  const isOpen = isChanging || place === ''
  return (
    <div className={styles['field']}>
      <label htmlFor="where">
        <TranslatedText name="siteReport.where" />
      </label>
      {isOpen ? (
        <input
          id="where"
          value={value ?? place}
          maxLength={longest}
          autoComplete="off"
          // It does not disappear under the finger of somebody who has begun, when the site is known at last.
          onFocus={() => setChanging(true)}
          onChange={(event) => onChange(event.target.value)}
        />
      ) : (
        <>
          <div className={styles['place']}>
            <strong lang="ja">{place}</strong>
            <button type="button" onClick={() => setChanging(true)}>
              <TranslatedText name="siteReport.change" />
            </button>
          </div>
          <p className={styles['hint']}>
            <TranslatedText name="siteReport.whereHint" />
          </p>
        </>
      )}
    </div>
  )
}

type SignsProps = { readonly chosen: readonly ReportSign[]; readonly onToggle: (sign: ReportSign) => void }

const Signs = ({ chosen, onToggle }: SignsProps) => (
  <fieldset className={styles['card']}>
    <legend>
      <TranslatedText name="siteReport.what" />{' '}
      <span className={styles['aside']}>
        <TranslatedText name="siteReport.whatHint" />
      </span>
    </legend>
    <div className={styles['signs']}>
      {shown.map((sign) => (
        <label key={sign} className={styles['sign']}>
          <input type="checkbox" checked={chosen.includes(sign)} onChange={() => onToggle(sign)} />
          <span>
            <TranslatedText name={`siteReport.signs.${sign}`} />
          </span>
        </label>
      ))}
    </div>
  </fieldset>
)

/** Who, where and what is seen. Nothing must be filled in: somebody who only presses 送る is heard. */
export const ReportForm = ({ site, isAway, onSend }: ReportFormProps) => {
  const { t } = useTranslation()
  const [where, setWhere] = useState<string>()
  const [who, setWho] = useState('')
  const [chosen, setChosen] = useState<readonly ReportSign[]>([])
  const [note, setNote] = useState('')
  const grave = chosen.find(isGrave)
  const toggle = (sign: ReportSign) =>
    setChosen((before) => (before.includes(sign) ? before.filter((one) => one !== sign) : [...before, sign]))
  const submit = () => onSend({ who, where: where ?? site?.place ?? '', signs: reportSigns.filter((sign) => chosen.includes(sign)), note })
  return (
    <form
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
      data-grave={grave !== undefined}
    >
      <h1>
        <TranslatedText name="siteReport.title" />
      </h1>
      {isAway && (
        <p className={styles['away']} role="status">
          <TranslatedText name="siteReport.noConnection" />
        </p>
      )}
      <div className={styles['card']}>
        <Where place={site?.place ?? ''} value={where} onChange={setWhere} />
        <div className={styles['field']}>
          <label htmlFor="who">
            <TranslatedText name="siteReport.who" />{' '}
            <span className={styles['aside']}>
              <TranslatedText name="siteReport.whoIfKnown" />
            </span>
          </label>
          <input
            id="who"
            value={who}
            maxLength={longest}
            autoComplete="off"
            placeholder={t('siteReport.whoExample')}
            onChange={(event) => setWho(event.target.value)}
          />
        </div>
      </div>
      <Signs chosen={chosen} onToggle={toggle} />
      <div className={styles['card']}>
        <div className={styles['field']}>
          <label htmlFor="note">
            <TranslatedText name="siteReport.note" />{' '}
            <span className={styles['aside']}>
              <TranslatedText name="siteReport.noteHint" />
            </span>
          </label>
          <textarea id="note" value={note} rows={2} maxLength={longest} onChange={(event) => setNote(event.target.value)} />
        </div>
      </div>
      <p className={styles['privacy']}>
        <TranslatedText name="siteReport.privacy" />
      </p>
      <div className={styles['bar']} role={grave === undefined ? undefined : 'alert'}>
        {grave !== undefined && (
          <div className={styles['grave']}>
            <span className={styles['mark']} aria-hidden="true">
              !
            </span>
            <p>
              <strong>
                <TranslatedText name="siteReport.callFirst" />
              </strong>
              <TranslatedText name="siteReport.grave" values={{ sign: t(`siteReport.signs.${grave}`, { furigana: 'keep' }) }} />
            </p>
          </div>
        )}
        <div className={styles['buttons']}>
          {grave !== undefined && <Call119 />}
          <button type="submit" className={styles['send']}>
            <TranslatedText name="siteReport.send" />
          </button>
        </div>
      </div>
    </form>
  )
}
