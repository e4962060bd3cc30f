import { screens } from '@mimamori/contract/screens'
import { Link } from '@tanstack/react-router'
import { TranslatedText } from '../../kit/translated-text.tsx'
import styles from './consent.module.css'
import { useConsent } from './use-consent.ts'

/** On one's own page: asks for consent where it is to be asked, and leads to what is kept of oneself. */
export const ConsentPrompt = () => {
  const { data: consent } = useConsent()
  return (
    <section className={styles['prompt']}>
      {consent?.isDue === true && (
        <>
          <h2>
            <TranslatedText name="consent.title" />
          </h2>
          <p>
            <TranslatedText name={consent.state === 'given' ? 'consent.askAgain' : 'consent.ask'} />
          </p>
          <Link to={screens.myData.path} className={styles['open'] ?? ''} data-strong="true">
            <TranslatedText name="consent.read" />
          </Link>
        </>
      )}
      {consent?.isDue !== true && (
        <Link to={screens.myData.path} className={styles['open'] ?? ''}>
          <TranslatedText name="myData.title" />
          <small>
            <TranslatedText name="myData.everybody" />
          </small>
        </Link>
      )}
    </section>
  )
}
