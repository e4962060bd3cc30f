import type { Language } from '@mimamori/contract/language'

// Sites are in Japan, whatever the language of who reads.
const timeZone = 'Asia/Tokyo'

// Browsers leave some languages out (Chromium: Burmese and Nepali), and would write the browser's own instead: there a day is numbers.
const formatIn = (language: Language, options: Intl.DateTimeFormatOptions) =>
  Intl.DateTimeFormat.supportedLocalesOf(language).length > 0
    ? new Intl.DateTimeFormat(language, { dateStyle: 'medium', ...options, timeZone })
    : new Intl.DateTimeFormat('en-GB', { dateStyle: 'short', ...options, timeZone })

/** A day as the language writes it. */
export const dayIn = (language: Language, instant: string): string => formatIn(language, {}).format(new Date(instant))

/** A day and the time of day as the language writes them. */
export const momentIn = (language: Language, instant: string): string =>
  formatIn(language, { timeStyle: 'short' }).format(new Date(instant))

const mega = 1_000_000

/** How large a file is, in kilobytes or megabytes. */
export const sizeIn = (language: Language, bytes: number): string => {
  const [value, unit] = bytes < mega ? [bytes / 1_000, 'kilobyte'] : [bytes / mega, 'megabyte']
  return new Intl.NumberFormat(language, { style: 'unit', unit, maximumFractionDigits: bytes < mega ? 0 : 1 }).format(value)
}
