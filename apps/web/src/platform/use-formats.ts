import { useMemo } from 'react'
import { useTranslation } from './texts.ts'

const weekdays = [0, 1, 2, 3, 4, 5, 6] as const

/**
 * Dates and numbers in the language of the page. Digits are those of the devices and clocks on site (0–9) in every language. Browsers
 * leave some languages out of `Intl` (Chromium: Burmese and Nepali), and would write the browser's own instead: there a day is a
 * weekday and numbers, and figures are as in English.
 */
export const useFormats = () => {
  const { t, i18n } = useTranslation()
  const { language } = i18n
  return useMemo(() => {
    const isKnown = Intl.DateTimeFormat.supportedLocalesOf(language).length > 0
    const locale = `${isKnown ? language : 'en'}-u-nu-latn`
    const date = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', month: 'long', day: 'numeric', weekday: 'short' })
    return {
      /** A day (YYYY-MM-DD) with its weekday. */
      day: (day: string): string => {
        const at = new Date(`${day}T00:00:00Z`)
        if (isKnown) return date.format(at)
        const weekday = weekdays.find((one) => one === at.getUTCDay()) ?? 0
        return `${String(at.getUTCDate())}/${String(at.getUTCMonth() + 1)} (${t(`condition.weekday.${weekday}`)})`
      },
      number: (value: number, decimals = 0): string =>
        new Intl.NumberFormat(locale, { minimumFractionDigits: decimals, maximumFractionDigits: decimals }).format(value),
      signed: (value: number): string =>
        new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay: 'exceptZero' }).format(value),
      /** A span of so many minutes: 1 h 40 min. */
      minutes: (span: number): string => {
        const [hours, minutes] = [Math.floor(span / 60), Math.round(span % 60)]
        return hours === 0 ? t('condition.span.minutes', { minutes }) : t('condition.span.both', { hours, minutes })
      },
    }
  }, [language, t])
}
