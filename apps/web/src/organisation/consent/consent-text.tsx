import type { OwnConsent } from '@mimamori/contract/own-data'
import { TranslatedText } from '../../kit/translated-text.tsx'
import { dayIn } from '../../platform/local-format.ts'
import { currentLanguage } from '../../platform/texts.ts'
import styles from './consent.module.css'

/** What is recorded, why, who may see it and for how long: what somebody consents to. */
export const ConsentText = ({ consent }: { readonly consent: OwnConsent }) => {
  const places = [consent.groupName, consent.officeName].filter((name) => name !== null).join('・')
  return (
    <div className={styles['text']}>
      <h3>
        <TranslatedText name="consent.whatTitle" />
      </h3>
      <ul>
        {(['consent.whatHeart', 'consent.whatHeat', 'consent.whatPlace', 'consent.whatReports'] as const).map((name) => (
          <li key={name}>
            <TranslatedText name={name} />
          </li>
        ))}
      </ul>
      <h3>
        <TranslatedText name="consent.whyTitle" />
      </h3>
      <p>
        <TranslatedText name="consent.why" />
      </p>
      <h3>
        <TranslatedText name="consent.whoTitle" />
      </h3>
      {places !== '' && (
        <p className={styles['places']} lang="ja">
          {places}
        </p>
      )}
      <ul>
        {consent.seenBy.map((role) => (
          <li key={role}>
            <TranslatedText name={`myData.roles.${role}`} />
          </li>
        ))}
      </ul>
      {consent.onWallboard && (
        <p>
          <TranslatedText name="consent.whoWallboard" />
        </p>
      )}
      <h3>
        <TranslatedText name="consent.untilTitle" />
      </h3>
      <ul>
        <li>
          <TranslatedText name="consent.untilReadings" values={{ days: consent.readingDays }} />
        </li>
        <li>
          <TranslatedText name="consent.untilReports" />
        </li>
        <li>
          <TranslatedText name="consent.untilRecords" />
        </li>
      </ul>
      <p className={styles['version']}>
        <TranslatedText
          name="consent.version"
          values={{ version: consent.version, date: dayIn(currentLanguage(), `${consent.textSince}T00:00:00+09:00`) }}
        />
      </p>
    </div>
  )
}
